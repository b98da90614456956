import { LinkButton } from '../../client/ui/button';
import type { Format } from '../../client/ui/format';
import { ListTable } from '../../client/ui/list-table';
import type { Change } from '../../server/features/imports/corrections.rules';
import type { ImportView } from '../../server/features/imports/import.contract';
import type { ReplacedColumn } from '../../server/features/imports/imports.table';
import type { Translate } from '../../server/platform/i18n/messages';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { Section } from '../layout/section';
import { ChangeShown } from './change-shown';
import s from './import-page.module.css';

export type ReplacedView = TableView<ReplacedColumn, { id: number; line: number; raw: string; change: Change | null }>;

interface ReplacedLinesProps {
  t: Translate;
  format: Format;
  view: ImportView;
  lines: ReplacedView;
}

/** The events that get, or got, the values of corrected lines, each before and after, and what they add up to. */
export function ReplacedLines({ t, format, view, lines }: ReplacedLinesProps) {
  const {
    replaced: { events, before, after },
    replacedKept,
    state,
  } = view;
  if (events === 0) return null;
  const title = t(state === 'CHECKED' ? 'imports.corrections.tableTitle' : 'imports.corrections.tableTitleDone');
  const sumOf = ({ netGrams, costs }: typeof before) =>
    [format.weight(netGrams), ...costs.map(({ currency, amount }) => format.money(amount, currency))].join(', ');
  const kept =
    replacedKept > lines.rows.length
      ? ` ${t('imports.leftOut.first', { kept: format.number(lines.rows.length) })}`
      : '';
  return (
    <Section
      id="replaced"
      title={title}
      sentence={t('imports.corrections.tableSentence') + kept}
      actions={
        replacedKept > 0 && (
          <LinkButton size="small" icon="download" href={`/rest/v1/imports/${view.id}/replaced.csv`}>
            {t('imports.corrections.download')}
          </LinkButton>
        )
      }
    >
      <p className={s.sums}>
        {t('imports.corrections.sums', { events: format.number(events), before: sumOf(before), after: sumOf(after) })}
      </p>
      <ListTable
        id="import-replaced"
        caption={title}
        format={format}
        table={lines}
        cells={{
          line: (one) => format.number(one.line),
          what: (one) => one.change && <ChangeShown t={t} format={format} change={one.change} />,
          cells: (one) => <code className={s.raw}>{one.raw}</code>,
        }}
        rowOf={(one) => ({ key: String(one.id), name: one.raw })}
      />
    </Section>
  );
}
