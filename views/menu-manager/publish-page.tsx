import { group } from 'd3-array';
import { Button, LinkButton } from '../../client/ui/button';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { KindChanges } from '../../server/domain/tracker-profiles/compare.rules';
import type {
  NamedButton,
  ProfileRow,
  ShowingDevice,
  VersionRow,
} from '../../server/domain/tracker-profiles/profiles.contract';
import type { PublishRefusal } from '../../server/domain/tracker-profiles/profiles.rules';
import { firstTicks, mostTicked, someOf, type FirstTicks } from '../../server/features/menu-manager/menu-manager.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import type { FilterBarView } from '../../server/platform/table/report-filters.contract';
import { PostForm } from '../layout/form';
import type { FormFailure } from '../layout/form-failure';
import { ReportFilters } from '../layout/report-filters';
import { Section } from '../layout/section';
import s from './menu-manager.module.css';
import { nameIn, type Writing } from './menu-words';

interface PublishPageProps {
  t: Translate;
  settings: FormatSettings;
  title: string;
  action: string;
  back: string;
  compareHref: string;
  row: ProfileRow;
  source: VersionRow;
  mark: string;
  /** Nothing is published anew: more devices get the newest version. */
  sends: boolean;
  changes: KindChanges[];
  first: boolean;
  retired: NamedButton[];
  refusal: PublishRefusal | null;
  /** Those that the filters leave. */
  devices: ShowingDevice[];
  all: number;
  tick: FirstTicks;
  /** The page with other ticks. */
  tickHref(tick: FirstTicks): string;
  limited: boolean;
  filters: FilterBarView;
  refused: FormFailure | null;
}

/** What is published, and which devices get it. */
export function PublishPage(props: PublishPageProps) {
  const { t, settings, title, action, back, row, source, mark, sends, retired, refusal, limited, refused } = props;
  const format = createFormat(settings);
  const again = source.version !== null && !sends;
  return (
    <>
      <PageHeader
        title={title}
        sentence={t(
          sends
            ? 'menuManager.publishing.sendSentence'
            : again
              ? 'menuManager.publishing.againSentence'
              : 'menuManager.publishing.sentence',
          { version: source.version ?? 0 },
        )}
        back={{ label: row.name, href: back }}
      />
      {refused && <Notice tone="error">{refused.sentence}</Notice>}
      {refusal ? (
        <>
          <Notice tone="warning">{t(refusal)}</Notice>
          <div className={s.bar}>
            <LinkButton
              tone="primary"
              icon="plus"
              href={`${back}?section=${refusal === 'menuManager.noItem' ? 'item' : 'stage'}&adds=1#buttons`}
            >
              {t('menuManager.add')}
            </LinkButton>
            <LinkButton href={back}>{t('menuManager.preview.back')}</LinkButton>
          </div>
        </>
      ) : (
        <>
          {!sends && <Summary {...props} format={format} />}
          {retired.length > 0 && !sends && (
            <Notice tone="info">
              {t('menuManager.publishing.retired', {
                count: retired.length,
                names: retired.map((one) => nameIn(t, settings.locale, one)).join(', '),
              })}
            </Notice>
          )}
          <Section
            id="devices"
            title={t('menuManager.publishing.devices')}
            sentence={t(limited ? 'menuManager.publishing.devicesLimited' : 'menuManager.publishing.devicesSentence')}
          >
            {props.all > 0 && <ReportFilters id="device-filters" format={format} bar={props.filters} />}
            {props.devices.length > 1 && (
              <p className={s.ticks}>
                {t('menuManager.publishing.ticks')}{' '}
                {firstTicks.map((tick) => (
                  <a key={tick} href={props.tickHref(tick)} aria-current={tick === props.tick ? 'true' : undefined}>
                    {t(`menuManager.publishing.tick.${tick}`)}
                  </a>
                ))}
              </p>
            )}
            <PostForm action={action} aria-label={title}>
              <input type="hidden" name="version" value={source.version ?? 'draft'} />
              <input type="hidden" name="seen" value={mark} />
              <Devices {...props} format={format} />
              <div className={s.bar}>
                <Button type="submit" tone="primary">
                  {t('menuManager.publishing.next')}
                </Button>
                <LinkButton href={back}>{t('global.cancel')}</LinkButton>
              </div>
            </PostForm>
          </Section>
        </>
      )}
    </>
  );
}

function Summary({ t, format, changes, first, source, compareHref }: PublishPageProps & Writing) {
  const count = (of: (one: KindChanges) => unknown[]) => changes.reduce((sum, one) => sum + of(one).length, 0);
  const figures = [
    ['added', count(({ added }) => added)],
    ['removed', count(({ removed }) => removed)],
    ['moved', count(({ moved }) => moved)],
  ] as const;
  const said = figures.flatMap(([key, value]) =>
    value === 0 ? [] : [t(`menuManager.publishing.${key}`, { count: value, number: format.number(value) })],
  );
  return (
    <p className={s.summary}>
      {first
        ? t('menuManager.publishing.first', { count: source.buttons, number: format.number(source.buttons) })
        : said.length === 0
          ? t('menuManager.publishing.unchanged')
          : said.join(' · ')}
      {!first && said.length > 0 && (
        <>
          {' '}
          <a href={compareHref}>{t('menuManager.publishing.compare')}</a>
        </>
      )}
    </p>
  );
}

function Devices(props: PublishPageProps & Writing) {
  const { t, format, row, devices, all, tick, refused } = props;
  if (devices.length === 0)
    return (
      <p className={s.none}>{t(all === 0 ? 'menuManager.publishing.noneYet' : 'menuManager.publishing.noneFits')}</p>
    );
  const typed = refused?.typed.devices?.split(',');
  const typedSites = refused?.typed.sites?.split(',') ?? [];
  const sites = [...group(devices, ({ siteId }) => siteId)];
  const showing = devices.filter(({ shown }) => shown?.profileId === row.profileId);
  const ticked: Record<FirstTicks, readonly ShowingDevice[]> = {
    showing,
    some: someOf(showing.length > 0 ? showing : devices),
    none: [],
  };
  const first = new Set(ticked[tick].map(({ deviceId }) => deviceId));
  // A page of thousands of ticks is read by nobody.
  const bySite = devices.length > mostTicked;
  const firstSites = new Set(tick === 'some' ? someOf(sites).map(([siteId]) => siteId) : []);
  const isTicked = (siteId: number | null, own: readonly ShowingDevice[]) =>
    tick === 'some' ? firstSites.has(siteId) : own.every(({ deviceId }) => first.has(deviceId));
  return (
    <div className={s.sites}>
      {bySite && (
        <p className={s.note}>
          {t('menuManager.publishing.bySite', { count: devices.length, number: format.number(devices.length) })}
        </p>
      )}
      {sites.map(([siteId, own]) => (
        <fieldset key={siteId ?? 0} className={s.site}>
          <legend>{own[0]?.siteName ?? t('menuManager.publishing.nowhere')}</legend>
          {siteId !== null && (bySite || own.length > 1) && (
            <label className={s.pick}>
              <input
                type="checkbox"
                name="sites"
                value={siteId}
                defaultChecked={refused ? typedSites.includes(String(siteId)) : bySite && isTicked(siteId, own)}
              />
              <span>
                {t('menuManager.publishing.allOf')}
                {bySite && (
                  <span className={s.under}>
                    {t('menuManager.deviceCount', { count: own.length, number: format.number(own.length) })}
                  </span>
                )}
              </span>
            </label>
          )}
          {(bySite ? [] : own).map(({ deviceId, name, locationName, shown }) => (
            <label key={deviceId} className={s.pick}>
              <input
                type="checkbox"
                name="devices"
                value={deviceId}
                defaultChecked={typed ? typed.includes(String(deviceId)) : first.has(deviceId)}
              />
              <span>
                {locationName === null ? name : `${locationName}: ${name}`}
                <span className={s.under}>{shownText(t, shown)}</span>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  );
}

const shownText = (t: Translate, shown: ShowingDevice['shown']) =>
  shown === null
    ? t('menuManager.publishing.showsNone')
    : t('menuManager.publishing.showsNow', { profile: shown.profileName, version: shown.version });
