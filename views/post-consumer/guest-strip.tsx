import { Button, LinkButton } from '../../client/ui/button';
import { classNames } from '../../client/ui/class-names';
import { Figure } from '../../client/ui/figure';
import { FormField } from '../../client/ui/form-field';
import { Icon } from '../../client/ui/icon';
import type { ChoiceSite } from '../../server/domain/places/secured-items.contract';
import { estimatedName, guestsName } from '../../server/features/post-consumer/guest-limits.rules';
import type { GuestDay, GuestStrip } from '../../server/features/post-consumer/guest.contract';
import { typedDecimal } from '../../server/features/volumes/volume-cells.rules';
import { PostForm } from '../layout/form';
import { locationGroups } from '../layout/location-groups';
import { Section } from '../layout/section';
import { decimalText } from '../volumes/volume-words';
import s from './guest-strip.module.css';
import { eventsOf, path, perGuestText, type Refusal, type ShownGuests, type Writing } from './guest-words';

interface StripSectionProps extends Writing {
  sign: ',' | '.';
  sites: ChoiceSite[];
  shown: ShownGuests;
  /** null while no location is chosen. */
  strip: GuestStrip | null;
  kept: Record<string, string>;
  rights: { guests: boolean; sheets: boolean };
  refused: Refusal | null;
}

/** How many guests there were on each day, to be typed. */
export function GuestStripSection(props: StripSectionProps) {
  const { t, format, sites, shown, strip, kept, rights } = props;
  const sheetHref = strip
    ? `/volumes?kind=COVERS&locationId=${strip.locationId}&month=${shown.end.slice(0, 7)}`
    : '/volumes?kind=COVERS';
  return (
    <Section
      id="guests"
      title={
        strip ? t('postConsumer.guests.titleOf', { location: strip.locationName }) : t('postConsumer.guests.title')
      }
      sentence={t(rights.guests ? 'postConsumer.guests.sentence' : 'postConsumer.guests.readOnly')}
      actions={
        rights.sheets && (
          <LinkButton size="small" href={sheetHref}>
            {t(rights.guests ? 'postConsumer.guests.paste' : 'vam.seeVolumes')}
          </LinkButton>
        )
      }
    >
      {strip ? (
        <>
          {strip.left > 0 && (
            <p className={s.note}>
              {t('postConsumer.guests.left', { count: strip.days.length, number: format.number(strip.days.length) })}
            </p>
          )}
          <Strip {...props} strip={strip} />
        </>
      ) : (
        <form action={`${path}#guests`} className={s.choice} aria-label={t('postConsumer.guests.choose')}>
          {Object.entries(kept).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <FormField
            kind="select"
            id="guests-location"
            name="locationId"
            label={t('legacy.fields.locationName')}
            options={locationGroups(sites.filter(({ locations }) => locations.length > 0))}
          />
          <Button type="submit">{t('volumes.show')}</Button>
        </form>
      )}
    </Section>
  );
}

type StripProps = StripSectionProps & { strip: GuestStrip };

function Strip(props: StripProps) {
  const { t, strip, kept, rights } = props;
  const { days, locationId, mark } = strip;
  const edits = rights.guests && days.some((day) => isTyped(day));
  const table = <StripTable {...props} edits={edits} />;
  if (!edits) return table;
  return (
    <PostForm action={`${path}/guests`} aria-label={t('postConsumer.guests.title')}>
      {Object.entries(kept).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="locationId" value={locationId} />
      <input type="hidden" name="from" value={days[0]?.date} />
      <input type="hidden" name="to" value={days.at(-1)?.date} />
      <input type="hidden" name="mark" value={mark} />
      {table}
      <div className={s.bar}>
        <Button type="submit" tone="primary">
          {t('postConsumer.guests.save')}
        </Button>
        <span className={s.hint}>{t('volumes.gridHint')}</span>
      </div>
    </PostForm>
  );
}

/** A day that is over, of a month that is open and has no total. */
const isTyped = ({ locked, spread, ahead }: GuestDay) => !locked && !spread && !ahead;

function StripTable(props: StripProps & { edits: boolean }) {
  const { t, strip } = props;
  return (
    <table className={s.strip} role="table">
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            {t('volumes.day')}
          </th>
          <th role="columnheader" scope="col" className={s.number}>
            {t('postConsumer.hero.guests')}
          </th>
          <th role="columnheader" scope="col" className={s.tick}>
            {t('volumes.estimated')}
          </th>
          <th role="columnheader" scope="col" className={s.number}>
            {t('postConsumer.hero.waste')}
          </th>
          <th role="columnheader" scope="col" className={s.number}>
            {t('postConsumer.hero.perGuest')}
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {strip.days.map((day, at) => (
          <StripRow key={day.date} {...props} day={day} at={at} />
        ))}
      </tbody>
    </table>
  );
}

function StripRow({
  t,
  format,
  sign,
  shown,
  strip,
  edits,
  refused,
  day,
  at,
}: StripProps & { edits: boolean; day: GuestDay; at: number }) {
  const { date, open, tracked, grams, guests, estimated, perGuest } = day;
  const name = guestsName(at);
  const label = format.date(date, { style: 'weekday' });
  const error = refused?.fields.find(({ field }) => field === name)?.sentence;
  const why = whyNot(day);
  const typed = edits && why === null;
  return (
    <tr role="row" className={classNames(!open && s.closed)}>
      <th role="rowheader" scope="row">
        <span className={s.weekday}>{format.date(date, { style: 'weekdayOnly' })}</span>{' '}
        {format.date(date, { style: 'short' })}
        {!open && <small className={s.small}>{t('volumes.closed')}</small>}
        {why !== null && <small className={s.small}>{t(`postConsumer.guests.why.${why}`)}</small>}
      </th>
      <td role="cell" className={s.number} data-label={t('postConsumer.hero.guests')}>
        {typed ? (
          <>
            <input
              name={name}
              inputMode="numeric"
              autoComplete="off"
              maxLength={40}
              aria-label={`${t('postConsumer.hero.guests')}, ${label}`}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${name}-error` : undefined}
              defaultValue={refused ? (refused.typed[name] ?? '') : guests === null ? '' : typedDecimal(guests, sign)}
            />
            {error && (
              <span id={`${name}-error`} className={s.error}>
                {error}
              </span>
            )}
          </>
        ) : guests === null ? (
          '–'
        ) : (
          decimalText(format, guests)
        )}
      </td>
      <td role="cell" className={s.tick} data-label={t('volumes.estimated')}>
        {typed ? (
          <input
            type="checkbox"
            name={estimatedName(at)}
            defaultChecked={refused ? refused.typed[estimatedName(at)] === 'on' : estimated}
            aria-label={`${t('volumes.estimated')}, ${label}`}
          />
        ) : (
          estimated && (
            <>
              <Icon name="check" />
              <span className="visually-hidden">{t('volumes.estimated')}</span>
            </>
          )
        )}
      </td>
      <td role="cell" className={s.number} data-label={t('postConsumer.hero.waste')}>
        {grams > 0 ? (
          <Figure
            of={{ kind: 'total' }}
            filters={{
              ...eventsOf(shown),
              startDate: date,
              endDate: date,
              siteId: null,
              locationId: strip.locationId,
            }}
          >
            {format.weight(grams)}
          </Figure>
        ) : (
          <span className={s.none}>{t(tracked ? 'postConsumer.guests.nothing' : 'postConsumer.guests.untracked')}</span>
        )}
      </td>
      <td role="cell" className={classNames(s.number, s.ratio)} data-label={t('postConsumer.hero.perGuest')}>
        {perGuest === null ? <span className={s.none}>–</span> : perGuestText(format, perGuest)}
      </td>
    </tr>
  );
}

const whyNot = ({ locked, spread, ahead }: GuestDay): 'locked' | 'spread' | 'ahead' | null =>
  locked ? 'locked' : spread ? 'spread' : ahead ? 'ahead' : null;
