import { DataTable } from '../../client/ui/data-table';
import { Fold } from '../../client/ui/fold';
import { ListTable } from '../../client/ui/list-table';
import type { CopyTarget, PartTotals } from '../../server/features/mass-package-copy/copy.contract';
import type { PartName, PartPlan } from '../../server/features/mass-package-copy/copy.rules';
import type { TargetColumn } from '../../server/features/mass-package-copy/copy.table';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { planText, TargetStateBadge, writtenLines, type Writing } from './copy-words';
import s from './copy.module.css';

/** Of all targets together, part by part. */
export function TotalsTable({ t, format, totals }: Writing & { totals: PartTotals[] }) {
  const figures = ['changing', 'added', 'replaced', 'removed', 'kept', 'refused'] as const;
  return (
    <DataTable
      id="totals"
      caption={t('massPackageCopy.willChange')}
      phone="blocks"
      columns={[
        { key: 'part', label: t('massPackageCopy.part'), primary: true },
        ...figures.map((key) => ({ key, label: t(`massPackageCopy.totals.${key}`), numeric: true })),
      ]}
      rows={totals.map((one) => ({
        key: one.part,
        name: t(`massPackageCopy.parts.${one.part}`),
        cells: [t(`massPackageCopy.parts.${one.part}`), ...figures.map((key) => format.number(one[key]))],
      }))}
    />
  );
}

interface TargetsTableProps extends Writing {
  previews: boolean;
  /** Of these only counts are told. */
  hidden: readonly PartName[];
  itemNames: ReadonlyMap<number, string>;
  table: TableView<TargetColumn, CopyTarget>;
}

/** What becomes of each target. */
export function TargetsTable({ previews, table, ...writing }: TargetsTableProps) {
  const { t, format } = writing;
  return (
    <ListTable
      id="targets"
      caption={t('massPackageCopy.targets')}
      captionShown
      counted
      format={format}
      table={table}
      cells={{
        location: ({ locationName, siteName }) =>
          locationName === '' ? (
            t('massPackageCopy.notVisible')
          ) : (
            <>
              {locationName}
              <span className={s.under}>{siteName}</span>
            </>
          ),
        state: ({ state, code, plans }) => (
          <>
            {previews ? previewState(writing, plans) : <TargetStateBadge t={t} state={state} />}
            {code !== null && <span className={s.under}>{code}</span>}
          </>
        ),
        changes: ({ plans }) => (
          <ul className={s.plans}>
            {plans.map((plan) => (
              <li key={plan.part}>
                <Plan {...writing} plan={plan} />
              </li>
            ))}
          </ul>
        ),
      }}
      rowOf={({ locationId, locationName }) => ({ key: String(locationId), name: locationName })}
    />
  );
}

function previewState({ t }: Writing, plans: readonly PartPlan[]): string {
  if (plans.some(({ outcome }) => outcome === 'changes')) return t('massPackageCopy.changes');
  return t(
    plans.some(({ outcome }) => outcome === 'refused') ? 'massPackageCopy.cannot' : 'massPackageCopy.results.SAME',
  );
}

/** More stand in the target itself after the copy. */
const mostLines = 20;

function Plan({
  plan,
  hidden,
  itemNames,
  ...writing
}: Writing & Pick<TargetsTableProps, 'hidden' | 'itemNames'> & { plan: PartPlan }) {
  const { t, format } = writing;
  const title = t('global.labelled', {
    label: t(`massPackageCopy.parts.${plan.part}`),
    value: planText(writing, plan),
  });
  const lines = hidden.includes(plan.part) ? [] : writtenLines({ ...writing, itemNames }, plan);
  if (lines.length === 0) return title;
  const more = lines.length - mostLines;
  return (
    <Fold quiet title={title} className={s.plan}>
      <ul className={s.lines}>
        {lines.slice(0, mostLines).map(({ label, before, after }, at) => (
          <li key={at}>
            {label}
            {': '}
            {before.length > 0 && <del>{before.join(', ')}</del>}
            {before.length > 0 && after.length > 0 && ' → '}
            {after.join(', ')}
            {after.length === 0 && ` (${t('massPackageCopy.ends')})`}
          </li>
        ))}
        {more > 0 && <li>{t('massPackageCopy.more', { count: more, number: format.number(more) })}</li>}
      </ul>
    </Fold>
  );
}
