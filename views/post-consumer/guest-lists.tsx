import { DataTable } from '../../client/ui/data-table';
import { Figure } from '../../client/ui/figure';
import { Missing } from '../../client/ui/missing';
import type { Filters } from '../../server/features/events/figure-address.rules';
import type { GuestField } from '../../server/features/post-consumer/guest-limits.rules';
import type { GuestPart, GuestPlace } from '../../server/features/post-consumer/guest.contract';
import { Meter } from '../layout/meter';
import { Section } from '../layout/section';
import { atLeastOne } from '../performance/hero';
import s from './guest-lists.module.css';
import { eventsOf, guestsText, noRatioText, perGuestText, type ShownGuests, type Writing } from './guest-words';

/** Values and locations that are shown; the file has them all. */
const mostParts = 7;
const mostPlaces = 50;

interface PartListProps extends Writing {
  field: GuestField;
  parts: GuestPart[];
  filters: Filters;
}

/** What each value adds to the grams of a guest, the most first; each amount opens its weighings. */
export function PartList({ t, format, field, parts, filters }: PartListProps) {
  const id = `post-consumer-${field}`;
  const largest = parts[0]?.share ?? 0;
  const rest = parts.length - mostParts;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={s.title}>
        {t(`postConsumer.by.${field}`)}
      </h2>
      {parts.every(({ refId }) => refId === null) ? (
        <p className={s.none}>{t('foodWaste.noneNamed')}</p>
      ) : (
        <ol className={s.list}>
          {parts.slice(0, mostParts).map((part) => (
            <li key={part.refId} className={s.row}>
              <span className={s.name}>
                {part.refId === null ? t('legacy.events.notSaid') : (part.name ?? String(part.refId))}
              </span>
              <Figure
                of={{ kind: 'total' }}
                filters={{ ...filters, [field]: part.refId ?? 'none' }}
                className={s.amount}
              >
                {part.perGuest === null ? format.weight(part.grams) : perGuestText(format, part.perGuest)}
              </Figure>
              <Meter fraction={part.share / largest} className={s.bar} />
              <span className={s.share}>{atLeastOne(format, part.share)}</span>
            </li>
          ))}
        </ol>
      )}
      {rest > 0 && <p className={s.none}>{t('foodWaste.restInFile', { count: rest, number: format.number(rest) })}</p>}
    </section>
  );
}

interface GuestPlacesProps extends Writing {
  places: GuestPlace[];
  shown: ShownGuests;
  hrefWith: (changes: Record<string, string | number | null>) => string;
}

/** The locations side by side, with the days on which guests are known. */
export function GuestPlaces({ t, format, places, shown, hrefWith }: GuestPlacesProps) {
  if (places.length === 0 || (places.length === 1 && shown.place.locationId !== undefined)) return null;
  const title = t('postConsumer.places.title');
  const rest = places.length - mostPlaces;
  const guestsHref = (locationId: number) => `${hrefWith({ locationId })}#guests`;
  return (
    <Section id="guest-places" title={title} sentence={t('postConsumer.places.sentence')}>
      <DataTable
        id="guest-places-table"
        caption={title}
        columns={[
          { key: 'location', label: t('legacy.fields.locationName'), primary: true },
          { key: 'perGuest', label: t('postConsumer.hero.perGuest'), numeric: true, primary: 'side' },
          { key: 'waste', label: t('postConsumer.hero.waste'), numeric: true },
          { key: 'guests', label: t('postConsumer.hero.guests'), numeric: true },
          { key: 'days', label: t('postConsumer.places.days'), numeric: true },
        ]}
        rows={places.slice(0, mostPlaces).map((place) => {
          const { locationId, locationName, siteName, perGuest, g, countedVolume, countedDays, trackedDays } = place;
          return {
            key: String(locationId),
            name: locationName,
            cells: [
              <a key="location" href={hrefWith({ locationId })}>
                {locationName}, {siteName}
              </a>,
              perGuest === null ? (
                <Missing key="none" reason={noRatioText({ t, format }, place)} />
              ) : (
                perGuestText(format, perGuest)
              ),
              <Figure key="waste" of={{ kind: 'total' }} filters={{ ...eventsOf(shown), siteId: null, locationId }}>
                {format.weight(g)}
              </Figure>,
              <a key="guests" href={guestsHref(locationId)}>
                {countedDays === 0 ? t('postConsumer.places.add') : guestsText(format, countedVolume)}
              </a>,
              t('postConsumer.places.ofDays', {
                counted: format.number(countedDays),
                tracked: format.number(trackedDays),
              }),
            ],
          };
        })}
      />
      {rest > 0 && <p className={s.none}>{t('foodWaste.restInFile', { count: rest, number: format.number(rest) })}</p>}
    </Section>
  );
}
