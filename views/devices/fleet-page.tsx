import type { ReactNode } from 'react';
import { LinkButton } from '../../client/ui/button';
import { classNames } from '../../client/ui/class-names';
import { EmptyState } from '../../client/ui/empty-state';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { ListTable } from '../../client/ui/list-table';
import { Missing } from '../../client/ui/missing';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { FleetDone, FleetRow } from '../../server/features/devices/fleet.contract';
import type { FleetColumn } from '../../server/features/devices/fleet.table';
import type { Translate } from '../../server/platform/i18n/messages';
import type { FilterBarView } from '../../server/platform/table/report-filters.contract';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { OrganisationChoice } from '../layout/organisation-choice';
import { ReportFilters } from '../layout/report-filters';
import { DeviceStateBadge, type PlaceShown, type Writing } from './device-words';
import s from './devices.module.css';

interface FleetPageProps {
  t: Translate;
  settings: FormatSettings;
  now: Date;
  place: PlaceShown;
  title: string;
  adds: boolean;
  counts: { all: number; offline: number; quiet: number };
  done: NonNullable<FleetDone> | null;
  filters: FilterBarView;
  table: TableView<FleetColumn, FleetRow>;
}

/** The devices of an organization, with what each last said. */
export function FleetPage({ t, settings, now, place, title, adds, counts, done, filters, table }: FleetPageProps) {
  const format = createFormat(settings);
  const { hub, path } = place;
  const newHref = hub ? `${path}/new?organisationId=${hub.organisationId}` : `${path}/new`;
  const add = adds && (
    <LinkButton tone="primary" icon="plus" href={newHref}>
      {t('fleet.newTitle')}
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title={title}
        sentence={t(hub ? 'fleet.hubSentence' : 'fleet.monitorSentence')}
        actions={
          <>
            {!hub && counts.all > 0 && (
              <LinkButton icon="download" href="/rest/v1/devices/export" download>
                {t('global.downloadCsv')}
              </LinkButton>
            )}
            {adds && (
              <LinkButton href={hub ? `${path}/claim?organisationId=${hub.organisationId}` : `${path}/claim`}>
                {t('fleet.claim.title')}
              </LinkButton>
            )}
            {add}
          </>
        }
      />
      {done && <Notice tone="success">{t(`fleet.done.${done}`)}</Notice>}
      {hub && hub.organisations.length > 1 && (
        <OrganisationChoice t={t} path={path} organisations={hub.organisations} chosen={hub.organisationId} />
      )}
      {counts.all > 0 && <p className={s.counts}>{countsText({ t, format }, counts)}</p>}
      <ReportFilters id="fleet-filters" format={format} bar={filters} />
      {table.pager.total === 0 ? (
        <EmptyState
          title={t(filters.narrowed ? 'fleet.noneFound' : 'fleet.none')}
          sentence={t(filters.narrowed ? 'fleet.noneFits' : 'fleet.noneSentence')}
        />
      ) : (
        <ListTable
          id="fleet"
          caption={title}
          format={format}
          table={table}
          cells={cellsOf({ t, format, now, base: place.base })}
          rowOf={({ deviceId, name }) => ({ key: String(deviceId), name })}
        />
      )}
    </>
  );
}

function countsText({ t, format }: Writing, { all, offline, quiet }: FleetPageProps['counts']): string {
  return [
    t('fleet.count', { count: all, number: format.number(all) }),
    ...(offline > 0 ? [t('fleet.countOffline', { count: offline, number: format.number(offline) })] : []),
    ...(quiet > 0 ? [t('fleet.countQuiet', { count: quiet, number: format.number(quiet) })] : []),
  ].join(' · ');
}

function cellsOf({
  t,
  format,
  now,
  base,
}: Writing & { now: Date; base: string }): Record<FleetColumn, (row: FleetRow) => ReactNode> {
  const ago = (instant: string | null) =>
    instant === null ? (
      <Missing reason={t('fleet.never')} align="start" />
    ) : (
      <time dateTime={instant} title={format.dateTime(instant)}>
        {format.relative(instant, now)}
      </time>
    );
  const unknown = <Missing reason={t('fleet.unknown')} />;
  return {
    device: ({ deviceId, name, serial, locationName }) => (
      <>
        <a href={`${base}/devices/${deviceId}`}>{name}</a>
        <span className={s.under}>{serial}</span>
        {/* On a phone the column of locations is folded away, and names are alike. */}
        {locationName !== null && <span className={classNames(s.under, s.folded)}>{locationName}</span>}
      </>
    ),
    state: ({ state }) => <DeviceStateBadge t={t} state={state} />,
    location: ({ siteName, locationName }) =>
      locationName === null ? (
        <Missing reason={t('fleet.noLocation')} align="start" />
      ) : (
        <>
          {locationName}
          {siteName !== locationName && <span className={s.under}>{siteName}</span>}
        </>
      ),
    seen: ({ lastSeenAt }) => ago(lastSeenAt),
    event: ({ lastEventAt }) => ago(lastEventAt),
    battery: ({ batteryPercent }) => (batteryPercent === null ? unknown : format.percent(batteryPercent / 100)),
    queue: ({ queueDepth }) => (queueDepth === null ? unknown : format.number(queueDepth)),
    version: ({ appVersion }) => appVersion ?? <Missing reason={t('fleet.unknown')} align="start" />,
  };
}
