import { useState } from 'react';
import { closeView, useAddress, writeAddress } from '../../../client/legacy/address';
import { RecostList } from './recost-list';
import { RecostPage } from './recost-page';
import { RuleList } from './rule-list';
import { RulePage } from './rule-page';
import { WeightTest } from './weight-test';

/** The list of prices, or what the address names: a price, the trial of a weight, or what was recosted. */
export function CostRulesPage() {
  const address = useAddress();
  const [arrived, setArrived] = useState(false);
  const lead = (values: Parameters<typeof writeAddress>[0]) => {
    setArrived(true);
    writeAddress(values, { opens: true });
  };
  const backTo = (values: Parameters<typeof writeAddress>[0]) => () => {
    setArrived(true);
    closeView(values);
  };
  const [ruleId, recostId] = ['rule', 'recost'].map((name) => Number(address.get(name)));
  const openRecost = (recost: number) => lead({ recost });
  if (ruleId)
    return (
      <RulePage
        key={ruleId}
        ruleId={ruleId}
        arrived={arrived}
        onBack={backTo({ rule: null })}
        onVersion={(rule) => writeAddress({ rule })}
      />
    );
  if (recostId)
    return <RecostPage key={recostId} recostId={recostId} arrived={arrived} onBack={backTo({ recost: null })} />;
  if (address.get('view') === 'test')
    return <WeightTest arrived={arrived} onBack={backTo({ view: null })} onRule={(rule) => lead({ rule })} />;
  if (address.get('view') === 'recosts')
    return <RecostList arrived={arrived} onBack={backTo({ view: null })} onOpen={openRecost} />;
  return <RuleList arrived={arrived} onOpen={(rule) => lead({ rule })} onView={(view) => lead({ view })} />;
}
