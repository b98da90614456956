import { useState } from 'react';
import { closeView, useAddress, writeAddress } from '../../../client/legacy/address';
import { usePage } from '../../../client/legacy/page';
import { SecretDialog } from '../../../client/legacy/secret-dialog';
import type { GivenPin } from './operator-forms';
import { OperatorList } from './operator-list';
import { OperatorView } from './operator-view';

/** The list, or the operator that the address names; above either, a PIN that was just made. */
export function OperatorsPage() {
  const { t } = usePage();
  const operatorId = Number(useAddress().get('operator'));
  const [arrived, setArrived] = useState(false);
  const [given, setGiven] = useState<GivenPin | null>(null);
  const open = (operator: number) => {
    setArrived(true);
    writeAddress({ operator }, { opens: true });
  };
  const back = () => {
    setArrived(true);
    closeView({ operator: null });
  };
  return (
    <>
      {Number.isSafeInteger(operatorId) && operatorId > 0 ? (
        <OperatorView key={operatorId} operatorId={operatorId} arrived={arrived} onBack={back} onPin={setGiven} />
      ) : (
        <OperatorList arrived={arrived} onOpen={open} onPin={setGiven} />
      )}
      {given && (
        <SecretDialog
          title={t('operators.pinTitle', { name: given.alias })}
          sentence={t('operators.pinOnce')}
          copy={t('operators.copyPin')}
          value={given.pin}
          onClose={() => setGiven(null)}
        />
      )}
    </>
  );
}
