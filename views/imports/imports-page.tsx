import type { ImportView } from '../../server/features/imports/import.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { LinkButton } from '../../client/ui/button';
import { DataTable } from '../../client/ui/data-table';
import { EmptyState } from '../../client/ui/empty-state';
import { createFormat, type Locale, type WeightUnit } from '../../client/ui/format';
import { Missing } from '../../client/ui/missing';
import { PageHeader } from '../../client/ui/page-header';
import { Pagination } from '../../client/ui/pagination';
import { ImportState } from './import-state';

interface ImportsPageProps {
  t: Translate;
  locale: Locale;
  unit: WeightUnit;
  timeZone: string;
  imports: ImportView[];
  page: { from: number; to: number; total: number; previousHref?: string; nextHref?: string };
  /** The person sees some sites only. */
  restricted?: boolean;
}

export function ImportsPage({ t, locale, unit, timeZone, imports, page, restricted }: ImportsPageProps) {
  const format = createFormat({ locale, unit, timeZone });
  if (restricted) {
    return <><PageHeader title={t('imports.title')} /><EmptyState title={t('imports.restrictedTitle')} sentence={t('imports.restrictedSentence')} /></>;
  }
  const start = <LinkButton tone="primary" icon="plus" href="/imports/new">{t('imports.new')}</LinkButton>;
  if (page.total === 0) {
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
      <DataTable
        id="imports"
        caption={t('imports.table')}
        captionHidden
        columns={[
          { key: 'file', label: t('imports.file'), primary: true },
          { key: 'state', label: t('imports.state'), primary: true },
          { key: 'when', label: t('imports.when') },
          { key: 'by', label: t('imports.by') },
          { key: 'lines', label: t('imports.lines'), numeric: true },
          { key: 'events', label: t('imports.events'), numeric: true },
          { key: 'refused', label: t('imports.refused'), numeric: true },
        ]}
        rows={imports.map((one) => ({
          key: String(one.id),
          name: one.fileName,
          href: `/imports/${one.id}`,
          cells: [
            one.fileName,
            <ImportState t={t} state={one.state} />,
            format.dateTime(one.createdAt),
            one.uploadedBy ?? <Missing reason={t('imports.notKnown')} align="start" />,
            figure(one.linesRead, one),
            figure(one.eventsTaken, one),
            figure(one.linesRefused, one),
          ],
        }))}
      >
        <Pagination {...page} />
      </DataTable>
    </>
  );
}
