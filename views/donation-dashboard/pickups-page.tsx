import type { ReactNode } from 'react';
import { LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { ListTable } from '../../client/ui/list-table';
import { Missing } from '../../client/ui/missing';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { Pickup } from '../../server/features/donation-dashboard/donations.contract';
import type { PickupColumn } from '../../server/features/donation-dashboard/donations.table';
import type { Translate } from '../../server/platform/i18n/messages';
import type { FilterBarView } from '../../server/platform/table/report-filters.contract';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { ReportFilters } from '../layout/report-filters';
import { doneText, path, placeOf, whenOf, type Done, type Writing } from './donation-words';
import s from './pickups-page.module.css';
import { StateBadge } from './state-badge';

interface PickupsPageProps {
  t: Translate;
  settings: FormatSettings;
  edits: boolean;
  done: Done | null;
  /** How many lines of a sheet went in just now. */
  imported: number | null;
  filters: FilterBarView;
  table: TableView<PickupColumn, Pickup>;
  /** Of what was picked up, on all pages. */
  grams: number;
  csvHref: string;
}

/** Every pickup, planned, weighed and confirmed. */
export function PickupsPage({ t, settings, edits, done, imported, filters, table, grams, csvHref }: PickupsPageProps) {
  const format = createFormat(settings);
  const title = t('donations.pickups');
  const { total } = table.pager;
  return (
    <>
      <PageHeader
        title={title}
        sentence={t('donations.pickupsSentence')}
        back={{ label: t('donations.title'), href: path }}
        actions={
          <>
            {total > 0 && (
              <LinkButton icon="download" href={csvHref} download>
                {t('global.downloadCsv')}
              </LinkButton>
            )}
            {edits && <LinkButton href={`${path}/import`}>{t('donations.import.title')}</LinkButton>}
            {edits && (
              <LinkButton tone="primary" icon="plus" href={`${path}/pickups/new`}>
                {t('donations.newPickup')}
              </LinkButton>
            )}
          </>
        }
      />
      {done && <Notice tone="success">{doneText(t, done)}</Notice>}
      {imported !== null && (
        <Notice tone="success">
          {t('donations.import.done', { count: imported, number: format.number(imported) })}
        </Notice>
      )}
      <ReportFilters id="pickup-filters" format={format} bar={filters} />
      {total === 0 ? (
        <EmptyState
          title={t(filters.narrowed ? 'donations.noPickupFound' : 'donations.noPickups')}
          sentence={t(filters.narrowed ? 'donations.noPickupFits' : 'donations.noPickupsYet')}
        />
      ) : (
        <>
          <p className={s.sum}>
            {t('donations.pickupSum', { count: total, number: format.number(total), weight: format.weight(grams) })}
          </p>
          <ListTable
            id="donation-pickups"
            caption={title}
            format={format}
            table={table}
            cells={cellsOf({ t, format })}
            rowOf={(row) => ({
              key: String(row.pickupId),
              name: `${row.partnerName}, ${format.date(row.day)}`,
              href: `${path}/pickups/${row.pickupId}`,
            })}
          />
        </>
      )}
    </>
  );
}

function cellsOf({ t, format }: Writing): Record<PickupColumn, (row: Pickup) => ReactNode> {
  const weight = (grams: number) => format.weight(grams, { unit: false });
  return {
    day: (row) => whenOf(format, row),
    place: placeOf,
    partner: ({ partnerName }) => partnerName,
    item: ({ itemName }) => itemName ?? <Missing reason={t('legacy.events.notSaid')} align="start" />,
    grams: ({ grams, weighedFrom }) =>
      grams === null ? (
        <Missing reason={t('donations.notWeighed')} />
      ) : (
        <>
          {weight(grams)}
          {weighedFrom === null && <span className={s.note}>{t('donations.aloneShort')}</span>}
        </>
      ),
    partnerGrams: ({ partnerGrams }) =>
      partnerGrams === null ? <Missing reason={t('donations.noReceipt')} /> : weight(partnerGrams),
    state: ({ state }) => <StateBadge t={t} state={state} />,
  };
}
