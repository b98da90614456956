import { useState } from 'react';
import { usePage } from '../../../client/legacy/page';
import { Badge } from '../../../client/ui/badge';
import { classNames } from '../../../client/ui/class-names';
import { Icon } from '../../../client/ui/icon';
import type { TreeValue } from '../../../server/domain/catalogue/hierarchies.contract';
import s from './branches.module.css';
import { countOf, type Branch } from './tree.rules';

interface BranchesProps {
  branches: Branch[];
  /** Whether all of them show what lies in them until somebody folds it. */
  unfolded: boolean;
  label?: string;
  onOpen: (valueId: number) => void;
}

/** Values, each with a button that leads to it; those that hold others with one that folds them. */
export function Branches({ branches, unfolded, label, onOpen }: BranchesProps) {
  return (
    <ul className={s.tree} aria-label={label}>
      {branches.map((branch) => (
        <Row key={branch.value.valueId} branch={branch} unfolded={unfolded} onOpen={onOpen} />
      ))}
    </ul>
  );
}

function Row({ branch, unfolded, onOpen }: { branch: Branch } & Omit<BranchesProps, 'branches' | 'label'>) {
  const { t, format } = usePage();
  const { value, below } = branch;
  const [chosen, setChosen] = useState<boolean | null>(null);
  const open = chosen ?? unfolded;
  return (
    <li>
      <div className={classNames(s.row, value.status === 'I' && s.retired)}>
        {below.length > 0 ? (
          <button type="button" className={s.fold} aria-expanded={open} onClick={() => setChosen(!open)}>
            <Icon name={open ? 'down' : 'right'} />
            <span className="visually-hidden">{t('hierarchies.fold', { name: value.name })}</span>
          </button>
        ) : (
          <span className={s.fold} />
        )}
        <button
          type="button"
          className={classNames(s.name, below.length > 0 && s.category)}
          data-key={value.valueId}
          onClick={() => onOpen(value.valueId)}
        >
          {value.name}
        </button>
        {below.length > 0 && <span className={s.count}>{format.number(countOf(branch))}</span>}
        <span className={s.facts}>
          <FactsOf value={value} />
        </span>
      </div>
      {below.length > 0 && open && <Branches branches={below} unfolded={unfolded} onOpen={onOpen} />}
    </li>
  );
}

/** What is special about a value, in a few words. */
function FactsOf({
  value: { status, tareGrams, countsAsWaste, flwDestination, donation, material },
}: {
  value: TreeValue;
}) {
  const { t, format } = usePage();
  return (
    <>
      {tareGrams !== null && <span className={s.fact}>{format.weight(tareGrams, { decimals: 2 })}</span>}
      {material !== null && <span className={s.fact}>{t(`hierarchies.materials.${material}`)}</span>}
      {flwDestination !== null && <span className={s.fact}>{t(`hierarchies.destinations.${flwDestination}`)}</span>}
      {donation && <Badge>{t('hierarchies.donation')}</Badge>}
      {!countsAsWaste && <Badge>{t('hierarchies.notWaste')}</Badge>}
      {status === 'I' && <Badge>{t('hierarchies.retired')}</Badge>}
    </>
  );
}
