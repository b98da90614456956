import type { Readiness } from '../../server/features/baselines/baselines.contract';
import { fillText } from '../ui/fill-text';
import type { Format } from '../ui/format';
import { Icon } from '../ui/icon';
import type { BaselineStrings } from './strings';
import s from './criteria-key.module.css';

/** The criteria that a week is held against; opens and closes without a script. */
export function CriteriaKey({ criteria, words, format }: { criteria: Readiness['criteria']; words: BaselineStrings['readiness']; format: Format }) {
  const rows = [
    [words.minTransactions, fillText(words.atLeast, { value: format.number(criteria.minTransactions) })],
    [words.maxIncrease, fillText(words.below, { value: format.percent(criteria.maxIncrease) })],
    [words.maxDecrease, fillText(words.below, { value: format.percent(criteria.maxDecrease) })],
    [words.consecutiveWeeks, format.number(criteria.consecutiveWeeks)],
    [words.weeksSinceFirst, fillText(words.atLeast, { value: format.number(criteria.weeksSinceFirst) })],
  ];
  return (
    <details className={s.key}>
      <summary>
        <Icon name="right" size={14} />
        <span className={s.closed}>{words.showCriteria}</span>
        <span className={s.opened}>{words.hideCriteria}</span>
      </summary>
      <table>
        <thead><tr><th scope="col">{words.criterion}</th><th scope="col">{words.limit}</th></tr></thead>
        <tbody>{rows.map(([criterion, limit]) => <tr key={criterion}><th scope="row">{criterion}</th><td>{limit}</td></tr>)}</tbody>
      </table>
      <p>{words.criteriaNote}</p>
    </details>
  );
}
