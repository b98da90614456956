import type { ReactNode } from 'react';
import { addSampleRecord } from '../../client/sample-records/add-sample-record.island';
import { Button, LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { createFormat, type Format, type FormatSettings } from '../../client/ui/format';
import { ListTable } from '../../client/ui/list-table';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { SampleRecord } from '../../server/features/sample-records/sample-records.contract';
import type { SampleRecordColumn } from '../../server/features/sample-records/sample-records.table';
import type { Translate } from '../../server/platform/i18n/messages';
import type { FilterBarView } from '../../server/platform/table/report-filters.contract';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { PostForm } from '../layout/form';
import { Island } from '../layout/island';
import { ReportFilters } from '../layout/report-filters';

interface SampleRecordsPageProps {
  t: Translate;
  settings: FormatSettings;
  today: string;
  done: 'added' | 'removed' | null;
  filters: FilterBarView;
  table: TableView<SampleRecordColumn, SampleRecord>;
  csvHref: string;
  /** Where the reader may add something. */
  places: { locationId: number; siteName: string; locationName: string }[];
}

export function SampleRecordsPage({
  t,
  settings,
  today,
  done,
  filters,
  table,
  csvHref,
  places,
}: SampleRecordsPageProps) {
  const format = createFormat(settings);
  const options = places.map((one) => ({
    value: String(one.locationId),
    label: `${one.siteName} · ${one.locationName}`,
  }));
  const add = options.length > 0 && (
    <Island of={addSampleRecord} when="interaction" props={{ places: options, today, unit: settings.unit }} />
  );
  const said = done && <Notice tone="success">{t(`sampleRecords.${done}`)}</Notice>;
  if (table.pager.total === 0 && !filters.narrowed) {
    return (
      <>
        <PageHeader title={t('sampleRecords.title')} sentence={t('sampleRecords.lead')} />
        {said}
        <EmptyState title={t('sampleRecords.emptyTitle')} sentence={t('sampleRecords.emptySentence')} actions={add} />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={t('sampleRecords.title')}
        sentence={t('sampleRecords.lead')}
        actions={
          <>
            {add}
            <LinkButton icon="download" href={csvHref} download="SampleRecords.csv">
              {t('global.downloadCsv')}
            </LinkButton>
          </>
        }
      />
      {said}
      <ReportFilters id="sample-record-filters" format={format} bar={filters} />
      <ListTable
        id="sample-records"
        caption={t('sampleRecords.title')}
        counted
        format={format}
        table={table}
        cells={cellsOf(t, format)}
        rowOf={(row) => ({ key: String(row.id), name: row.name })}
        empty={t('sampleRecords.noneFiltered')}
      />
    </>
  );
}

const cellsOf = (t: Translate, format: Format): Record<SampleRecordColumn, (row: SampleRecord) => ReactNode> => ({
  name: (row) => row.name,
  recordedOn: (row) => format.date(row.recordedOn),
  site: (row) => row.siteName,
  location: (row) => row.locationName,
  weight: (row) => format.weight(row.grams, { unit: false }),
  actions: ({ id, name }) => (
    <PostForm
      action={`/sample-records/${id}/remove`}
      data-confirm={t('sampleRecords.removeAsk', { name })}
      data-confirm-yes={t('sampleRecords.remove')}
    >
      <Button type="submit" tone="quiet" size="small" aria-label={t('sampleRecords.removeLabel', { name })}>
        {t('sampleRecords.remove')}
      </Button>
    </PostForm>
  ),
});
