import { LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { Figure } from '../../client/ui/figure';
import { createFormat, type Locale, type WeightUnit } from '../../client/ui/format';
import { ListTable } from '../../client/ui/list-table';
import { Missing } from '../../client/ui/missing';
import { PageHeader } from '../../client/ui/page-header';
import type { ImportView } from '../../server/features/imports/import.contract';
import type { ImportsColumn } from '../../server/features/imports/imports.table';
import type { DateForms } from '../../server/platform/date-forms.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { importedFigure } from './import-figures';
import { ImportState } from './import-state';

interface ImportsPageProps {
  t: Translate;
  locale: Locale;
  unit: WeightUnit;
  timeZone: string;
  forms?: DateForms | undefined;
  /** null: the person sees some sites only. */
  table: TableView<ImportsColumn, ImportView> | null;
}

export function ImportsPage({ t, locale, unit, timeZone, forms, table }: ImportsPageProps) {
  const format = createFormat({ locale, unit, timeZone, forms });
  if (table === null) {
    return (
      <>
        <PageHeader title={t('imports.title')} />
        <EmptyState title={t('imports.restrictedTitle')} sentence={t('imports.restrictedSentence')} />
      </>
    );
  }
  const start = (
    <LinkButton tone="primary" icon="plus" href="/imports/new">
      {t('imports.new')}
    </LinkButton>
  );
  if (table.pager.total === 0) {
    return (
      <>
        <PageHeader title={t('imports.title')} sentence={t('imports.lead')} />
        <EmptyState title={t('imports.emptyTitle')} sentence={t('imports.emptySentence')} actions={start} />
      </>
    );
  }
  const figure = (value: number, { state }: ImportView) =>
    state === 'UPLOADED' || state === 'CHECKING' ? <Missing reason={t('imports.notYet')} /> : format.number(value);
  return (
    <>
      <PageHeader title={t('imports.title')} sentence={t('imports.lead')} actions={start} />
      <ListTable
        id="imports"
        caption={t('imports.table')}
        counted
        format={format}
        table={table}
        cells={{
          file: (one) => one.fileName,
          state: (one) => <ImportState t={t} state={one.state} />,
          when: (one) => format.dateTime(one.createdAt),
          by: (one) => one.uploadedBy ?? <Missing reason={t('imports.notKnown')} align="start" />,
          lines: (one) => figure(one.linesRead, one),
          events: (one) =>
            one.state === 'DONE' || one.state === 'UNDONE' ? (
              <Figure {...importedFigure(one)}>{format.number(one.eventsTaken)}</Figure>
            ) : (
              figure(one.eventsTaken, one)
            ),
          refused: (one) => figure(one.linesRefused, one),
        }}
        rowOf={(one) => ({ key: String(one.id), name: one.fileName, href: `/imports/${one.id}` })}
      />
    </>
  );
}
