import type { ReactNode } from 'react';
import { Badge } from '../../client/ui/badge';
import { LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { ListTable } from '../../client/ui/list-table';
import { Missing } from '../../client/ui/missing';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { PartnerRow } from '../../server/features/donation-dashboard/donations.contract';
import type { PartnerColumn } from '../../server/features/donation-dashboard/donations.table';
import type { Translate } from '../../server/platform/i18n/messages';
import type { FilterBarView } from '../../server/platform/table/report-filters.contract';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { ReportFilters } from '../layout/report-filters';
import { doneText, lotsHref, path, type Done, type Writing } from './donation-words';

interface PartnersPageProps {
  t: Translate;
  settings: FormatSettings;
  edits: boolean;
  done: Done | null;
  filters: FilterBarView;
  table: TableView<PartnerColumn, PartnerRow>;
}

/** Who takes donations. */
export function PartnersPage({ t, settings, edits, done, filters, table }: PartnersPageProps) {
  const format = createFormat(settings);
  const title = t('donations.partners');
  const add = edits && (
    <LinkButton tone="primary" icon="plus" href={`${path}/partners/new`}>
      {t('donations.newPartner')}
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title={title}
        sentence={t('donations.partnersSentence')}
        back={{ label: t('donations.title'), href: path }}
        actions={
          <>
            {table.pager.total > 0 && (
              <LinkButton icon="download" href="/rest/v1/donations/partners/export" download>
                {t('global.downloadCsv')}
              </LinkButton>
            )}
            {add}
          </>
        }
      />
      {done && <Notice tone="success">{doneText(t, done)}</Notice>}
      <ReportFilters id="partner-filters" format={format} bar={filters} />
      {table.pager.total === 0 ? (
        <EmptyState
          title={t(filters.narrowed ? 'donations.noPartnerFound' : 'donations.noPartnersTitle')}
          sentence={t(filters.narrowed ? 'donations.noPartnerFits' : 'donations.noPartners')}
        />
      ) : (
        <ListTable
          id="donation-partners"
          caption={title}
          format={format}
          table={table}
          cells={cellsOf({ t, format, edits })}
          rowOf={(row) => ({ key: String(row.partnerId), name: row.name })}
        />
      )}
    </>
  );
}

function cellsOf({
  t,
  format,
  edits,
}: Writing & { edits: boolean }): Record<PartnerColumn, (row: PartnerRow) => ReactNode> {
  return {
    partner: ({ partnerId, name }) => (edits ? <a href={`${path}/partners/${partnerId}/edit`}>{name}</a> : name),
    kind: ({ kind }) => t(`donations.kinds.${kind}`),
    contact: ({ contact }) => contact || <Missing reason={t('donations.noContact')} align="start" />,
    pickups: ({ partnerId, pickups }) =>
      pickups === 0 ? format.number(0) : <a href={lotsHref({ partnerId })}>{format.number(pickups)}</a>,
    last: ({ lastPickup }) =>
      lastPickup === null ? <Missing reason={t('donations.noPickups')} align="start" /> : format.date(lastPickup),
    status: ({ status }) =>
      status === 'A' ? t('donations.partnerShows.active') : <Badge>{t('donations.partnerShows.retired')}</Badge>,
  };
}
