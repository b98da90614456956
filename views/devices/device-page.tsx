import { createFormat, type FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { DeviceDetail, FleetDone } from '../../server/features/devices/fleet.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { DescriptionList } from '../layout/description-list';
import type { FormFailure } from '../layout/form-failure';
import { Section } from '../layout/section';
import { Sparkline } from '../layout/sparkline';
import {
  CasesSection,
  CommandsSection,
  EnrolSection,
  RenameSection,
  RetireSection,
  SettingsSection,
} from './device-forms';
import { DeviceStateBadge, type DeviceShown, type PlaceShown, type Writing } from './device-words';
import s from './devices.module.css';

interface DevicePageProps extends DeviceShown {
  t: Translate;
  settings: FormatSettings;
  now: Date;
  place: PlaceShown;
  edits: boolean;
  done: NonNullable<FleetDone> | null;
  /** That was just made, and is shown this once; with the tracker's address that holds it, and the same as a picture. */
  code: { text: string; tracker: string; address: string; qr: string } | null;
  /** Shown this once: by it another organization has the device. */
  releaseCode: string | null;
  refused: (FormFailure & { form: string }) | null;
}

/** One device: how it is, what it was asked to do, and what was wrong with it. */
export function DevicePage({
  t,
  settings,
  now,
  place,
  edits,
  done,
  code,
  releaseCode,
  refused,
  ...shown
}: DevicePageProps) {
  const format = createFormat(settings);
  const { detail } = shown;
  const { device, concerns } = detail;
  const action = `${place.base}/devices/${device.deviceId}`;
  const parts = { t, format, action, edits, refused, hub: place.hub !== null, ...shown };
  const back = place.hub ? `${place.path}?organisationId=${place.hub.organisationId}` : place.path;
  return (
    <>
      <PageHeader
        title={device.name}
        badge={<DeviceStateBadge t={t} state={device.state} />}
        sentence={t(`fleet.stateSentence.${device.state}`)}
        back={{ label: t(place.hub ? 'fleet.hubTitle' : 'fleet.monitorTitle'), href: back }}
      />
      {done && <Notice tone="success">{t(`fleet.done.${done}`)}</Notice>}
      {refused && <Notice tone="error">{refused.sentence}</Notice>}
      {code !== null && (
        <Notice tone="success" title={t('fleet.code.title')}>
          <p className={s.code}>{code.text}</p>
          <p>{t('fleet.code.sentence', { address: code.address })}</p>
          <img className={s.qr} src={code.qr} alt={t('fleet.code.qr')} width="160" height="160" />
          <p>
            <a href={code.tracker}>{t('fleet.code.open')}</a>
          </p>
        </Notice>
      )}
      {releaseCode !== null && (
        <Notice tone="success" title={t('fleet.release.title')}>
          <p className={s.code}>{releaseCode}</p>
          <p>{t('fleet.release.code', { time: format.dateTime(detail.release?.expiresAt ?? now) })}</p>
        </Notice>
      )}
      {concerns.length > 0 && (
        <Notice tone="warning">
          <ul className={s.concerns}>
            {concerns.map((concern) => (
              <li key={concern}>{t(`fleet.concerns.${concern}`)}</li>
            ))}
          </ul>
        </Notice>
      )}
      <DescriptionList items={factsOf({ t, format }, { detail, now, place })} />
      <Days {...{ t, format, detail }} />
      {edits && device.state !== 'retired' && <EnrolSection {...parts} />}
      <CommandsSection {...parts} />
      <CasesSection {...parts} />
      {edits && device.state !== 'retired' && <SettingsSection {...parts} />}
      {edits && <RenameSection {...parts} />}
      {edits && <RetireSection {...parts} />}
    </>
  );
}

function factsOf(
  { t, format }: Writing,
  { detail, now, place }: { detail: DeviceDetail; now: Date; place: PlaceShown },
) {
  const { device, openDaysWithoutEvent, replaced, replacedBy } = detail;
  const ago = (instant: string | null) =>
    instant === null ? t('fleet.never') : `${format.relative(instant, now)} (${format.dateTime(instant)})`;
  const said = (value: string | null) => value ?? t('fleet.unknown');
  const link = ({ deviceId, name }: { deviceId: number; name: string }) => (
    <a href={`${place.base}/devices/${deviceId}`}>{name}</a>
  );
  return [
    {
      term: t('fleet.location'),
      value:
        device.locationName === null
          ? t('fleet.noLocation')
          : [...new Set([device.locationName, device.siteName])].join(', '),
    },
    { term: t('fleet.serial'), value: device.serial },
    { term: t('fleet.lastSeen'), value: ago(device.lastSeenAt) },
    { term: t('fleet.lastEvent'), value: ago(device.lastEventAt) },
    ...(device.state === 'quiet' && openDaysWithoutEvent !== null
      ? [{ term: t('fleet.openDays'), value: format.number(openDaysWithoutEvent) }]
      : []),
    { term: t('fleet.version'), value: said(device.appVersion) },
    {
      term: t('fleet.battery'),
      value:
        device.batteryPercent === null
          ? t('fleet.unknown')
          : [format.percent(device.batteryPercent / 100), ...(device.charging ? [t('fleet.charging')] : [])].join(', '),
    },
    { term: t('fleet.network'), value: said(device.network) },
    {
      term: t('fleet.queue'),
      value: device.queueDepth === null ? t('fleet.unknown') : format.number(device.queueDepth),
    },
    {
      term: t('fleet.clock'),
      value:
        device.clockOffsetMs === null
          ? t('fleet.unknown')
          : t('fleet.seconds', { seconds: format.number(device.clockOffsetMs / 1000, 0, { sign: true }) }),
    },
    {
      term: t('fleet.scale'),
      value:
        device.scaleConnected === null
          ? t('fleet.unknown')
          : t(device.scaleConnected ? 'fleet.scaleConnected' : 'fleet.scaleMissing'),
    },
    ...(device.scaleDueOn === null ? [] : [{ term: t('fleet.scaleDue'), value: format.date(device.scaleDueOn) }]),
    ...(replaced ? [{ term: t('fleet.replaces'), value: link(replaced) }] : []),
    ...(replacedBy ? [{ term: t('fleet.replacedBy'), value: link(replacedBy) }] : []),
  ];
}

/** How it was on the days before. */
function Days({ t, format, detail: { days } }: Writing & { detail: DeviceDetail }) {
  const last = days.at(-1);
  if (days.length < 2 || !last) return null;
  const range = format.range(days[0]?.day ?? last.day, last.day);
  const trends = [
    { key: 'heartbeats', values: days.map(({ heartbeats }) => heartbeats), shown: format.number(last.heartbeats) },
    {
      key: 'lowestBattery',
      values: days.map(({ lowestBattery }) => lowestBattery),
      shown: last.lowestBattery === null ? '' : format.percent(last.lowestBattery / 100),
    },
    {
      key: 'deepestQueue',
      values: days.map(({ deepestQueue }) => deepestQueue),
      shown: last.deepestQueue === null ? '' : format.number(last.deepestQueue),
    },
  ] as const;
  return (
    <Section id="days" title={t('fleet.days.title')} sentence={range}>
      <dl className={s.trends}>
        {trends.map(({ key, values, shown }) => (
          <div key={key}>
            <dt>{t(`fleet.days.${key}`)}</dt>
            <dd>
              <Sparkline label={`${t(`fleet.days.${key}`)}: ${shown}`} values={[...values]} width={160} height={32} />
              <span>{shown}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
