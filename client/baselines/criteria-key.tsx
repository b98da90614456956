import type { Readiness } from '../../server/features/baselines/baselines.contract';
import type { Format } from '../ui/format';
import { Icon } from '../ui/icon';
import s from './criteria-key.module.css';
import type { BaselineTranslate } from './words';

/** The criteria that a week is held against; opens and closes without a script. */
export function CriteriaKey({
  criteria,
  t,
  format,
}: {
  criteria: Readiness['criteria'];
  t: BaselineTranslate;
  format: Format;
}) {
  const rows = [
    [
      t('baselineModals.readiness.minTransactions'),
      t('baselineModals.readiness.atLeast', { value: format.number(criteria.minTransactions) }),
    ],
    [
      t('baselineModals.readiness.maxIncrease'),
      t('baselineModals.readiness.below', { value: format.percent(criteria.maxIncrease) }),
    ],
    [
      t('baselineModals.readiness.maxDecrease'),
      t('baselineModals.readiness.below', { value: format.percent(criteria.maxDecrease) }),
    ],
    [t('baselineModals.readiness.consecutiveWeeks'), format.number(criteria.consecutiveWeeks)],
    [
      t('baselineModals.readiness.weeksSinceFirst'),
      t('baselineModals.readiness.atLeast', { value: format.number(criteria.weeksSinceFirst) }),
    ],
  ];
  return (
    <details className={s.key}>
      <summary>
        <Icon name="right" size={14} />
        <span className={s.closed}>{t('baselineModals.readiness.showCriteria')}</span>
        <span className={s.opened}>{t('baselineModals.readiness.hideCriteria')}</span>
      </summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('baselineModals.readiness.criterion')}</th>
            <th scope="col">{t('baselineModals.readiness.limit')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([criterion, limit]) => (
            <tr key={criterion}>
              <th scope="row">{criterion}</th>
              <td>{limit}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{t('baselineModals.readiness.criteriaNote')}</p>
    </details>
  );
}
