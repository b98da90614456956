import type { ReactNode } from 'react';
import { LinkButton } from '../../client/ui/button';
import { classNames } from '../../client/ui/class-names';
import { EmptyState } from '../../client/ui/empty-state';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { ListTable } from '../../client/ui/list-table';
import { Missing } from '../../client/ui/missing';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { ShipmentDone, ShipmentRow } from '../../server/features/device-shipper/shipments.contract';
import type { ShipmentColumn } from '../../server/features/device-shipper/shipments.table';
import type { Translate } from '../../server/platform/i18n/messages';
import type { FilterBarView } from '../../server/platform/table/report-filters.contract';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { OrganisationChoice } from '../layout/organisation-choice';
import { ReportFilters } from '../layout/report-filters';
import { ShipmentStateBadge, type Writing } from './shipment-words';
import s from './shipper.module.css';

interface ShipmentListPageProps {
  t: Translate;
  settings: FormatSettings;
  title: string;
  path: string;
  csvHref: string;
  organisationId: number;
  organisations: { organisationId: number; name: string }[];
  /** Without filters. */
  all: number;
  /** The reader sees only some sites. */
  limited: boolean;
  adds: boolean;
  done: NonNullable<ShipmentDone> | null;
  filters: FilterBarView;
  table: TableView<ShipmentColumn, ShipmentRow>;
}

/** The hardware that an organization is sent. */
export function ShipmentListPage(props: ShipmentListPageProps) {
  const { t, settings, title, path, csvHref, organisationId, organisations, all, limited, adds, done } = props;
  const { filters, table } = props;
  const format = createFormat(settings);
  const add = adds && (
    <LinkButton tone="primary" icon="plus" href={`${path}/new?organisationId=${organisationId}`}>
      {t('deviceShipper.newTitle')}
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title={title}
        sentence={t('deviceShipper.sentence')}
        actions={
          all > 0 && (
            <>
              <LinkButton icon="download" href={csvHref} download>
                {t('global.downloadCsv')}
              </LinkButton>
              {add}
            </>
          )
        }
      />
      {done && <Notice tone="success">{t(`deviceShipper.done.${done}`)}</Notice>}
      {organisations.length > 1 && (
        <OrganisationChoice t={t} path={path} organisations={organisations} chosen={organisationId} />
      )}
      {limited && <p className={s.note}>{t('deviceShipper.limited')}</p>}
      {all === 0 ? (
        <EmptyState title={t('deviceShipper.none')} sentence={t('deviceShipper.noneSentence')} actions={add} />
      ) : (
        <>
          <ReportFilters id="shipment-filters" format={format} bar={filters} />
          {table.pager.total === 0 ? (
            <EmptyState title={t('deviceShipper.noneFound')} sentence={t('deviceShipper.noneFits')} />
          ) : (
            <ListTable
              id="shipments"
              caption={title}
              format={format}
              table={table}
              cells={cellsOf({ t, format }, `${path}/${organisationId}`)}
              rowOf={({ shipmentId, number }) => ({
                key: String(shipmentId),
                name: t('deviceShipper.numbered', { number }),
              })}
            />
          )}
        </>
      )}
    </>
  );
}

function cellsOf({ t, format }: Writing, base: string): Record<ShipmentColumn, (row: ShipmentRow) => ReactNode> {
  const missing = (reason: 'notShipped' | 'notDelivered') => (
    <Missing reason={t(`deviceShipper.${reason}`)} align="start" />
  );
  return {
    shipment: ({ shipmentId, number, reference, siteName }) => (
      <>
        <a href={`${base}/${shipmentId}`}>{t('deviceShipper.numbered', { number })}</a>
        {reference !== '' && <span className={s.under}>{reference}</span>}
        {/* On a phone the column of sites is folded away. */}
        <span className={classNames(s.under, s.folded)}>{siteName}</span>
      </>
    ),
    state: ({ state }) => <ShipmentStateBadge t={t} state={state} />,
    site: ({ siteName }) => siteName,
    devices: ({ serials }) => format.number(serials.length),
    tracking: ({ carrier, tracking }) =>
      tracking === '' ? (
        missing('notShipped')
      ) : (
        <>
          {tracking}
          <span className={s.under}>{carrier}</span>
        </>
      ),
    shipped: ({ shippedAt }) => (shippedAt === null ? missing('notShipped') : format.dateTime(shippedAt.toISOString())),
    delivered: ({ deliveredOn }) => (deliveredOn === null ? missing('notDelivered') : format.date(deliveredOn)),
  };
}
