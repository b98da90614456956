import { Badge } from '../../client/ui/badge';
import { Button, LinkButton } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { ChoiceSite } from '../../server/domain/places/secured-items.contract';
import { volumeKinds, type VolumeKind } from '../../server/domain/volumes/volumes.rules';
import type { VolumeLocation, VolumeMonth } from '../../server/features/volumes/volume-month.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { locationGroups } from '../layout/location-groups';
import { VolumeGrid } from './volume-grid';
import { VolumeLocks } from './volume-locks';
import { VolumeSheetPanel } from './volume-sheet-panel';
import { monthName, type RefusedVolumes, type VolumeRights } from './volume-words';
import s from './volumes-page.module.css';

interface VolumesPageProps {
  t: Translate;
  settings: FormatSettings;
  /** Of decimals, as the reader's language has it. */
  sign: ',' | '.';
  sites: ChoiceSite[];
  location: VolumeLocation;
  month: VolumeMonth;
  /** The one column that is shown. */
  kind: VolumeKind | null;
  neighbours: { previous: string; next: string | null };
  rights: VolumeRights;
  done: { what: 'saved' | 'same' | 'locked' | 'unlocked'; count: number } | null;
  refused: RefusedVolumes | null;
}

/** What a location did in a month, to be typed, pasted or sent as a file. */
export function VolumesPage(props: VolumesPageProps) {
  const { t, settings, sign, sites, location, month, kind, neighbours, rights, done, refused } = props;
  const format = createFormat(settings);
  const locked = month.locks.length > 0;
  const name = monthName(format, month.month);
  const of = (...forms: RefusedVolumes['form'][]) => (refused && forms.includes(refused.form) ? refused : null);
  const edits = rights.edits && !locked;
  const place = { locationId: location.locationId, month: month.month };
  return (
    <>
      <PageHeader
        title={t('volumes.title')}
        sentence={t('volumes.sentence')}
        back={{ label: t('vam.title'), href: '/volume-adjusted-metrics' }}
        badge={locked ? <Badge tone="attention">{t('volumes.locked')}</Badge> : undefined}
      />
      {done && (
        <Notice tone="success">
          {done.what === 'saved'
            ? t('volumes.done.saved', { count: done.count, number: format.number(done.count) })
            : t(`volumes.done.${done.what}`, { month: name })}
        </Notice>
      )}
      {refused && (
        <Notice tone="error" title={refused.sentence}>
          {refused.form !== 'grid' &&
            refused.fields.map(({ field, sentence }) => <p key={`${field} ${sentence}`}>{sentence}</p>)}
        </Notice>
      )}
      <form action="/volumes" className={s.choice} aria-label={t('volumes.choose')}>
        <FormField
          kind="select"
          name="locationId"
          label={t('legacy.fields.locationName')}
          defaultValue={String(location.locationId)}
          options={locationGroups(sites)}
        />
        <label className={s.month}>
          <span>{t('volumes.month')}</span>
          <input type="month" name="month" defaultValue={month.month} min="2013-01" max={location.today.slice(0, 7)} />
        </label>
        <FormField
          kind="select"
          name="kind"
          id="shown-kind"
          label={t('volumes.columns')}
          defaultValue={kind ?? ''}
          options={[
            { value: '', label: t('global.all') },
            ...volumeKinds.map((one) => ({ value: one, label: t(`volumes.kinds.${one}`) })),
          ]}
        />
        <Button type="submit">{t('volumes.show')}</Button>
      </form>
      <div className={s.head}>
        <h2>
          {name} <small>{`${location.siteName} · ${location.locationName}`}</small>
        </h2>
        <nav aria-label={t('volumes.months')} className={s.months}>
          <LinkButton size="small" icon="left" href={neighbours.previous}>
            {t('volumes.previousMonth')}
          </LinkButton>
          {neighbours.next && (
            <LinkButton size="small" icon="right" href={neighbours.next}>
              {t('volumes.nextMonth')}
            </LinkButton>
          )}
        </nav>
      </div>
      {locked && <VolumeLocks {...{ t, format, location, month, rights, place }} refused={of('unlock')} />}
      <VolumeGrid {...{ t, format, sign, location, month, kind, edits }} refused={of('grid')} />
      {edits && <VolumeSheetPanel {...{ t, place }} refused={of('sheet')} />}
      {!locked && rights.edits && (rights.locksSite || rights.locksAll) && (
        <VolumeLocks {...{ t, format, location, month, rights, place }} refused={of('lock')} />
      )}
    </>
  );
}
