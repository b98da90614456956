import { placeSearch } from '../../client/enter-waste/place-search.island';
import { LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { Icon } from '../../client/ui/icon';
import { PageHeader } from '../../client/ui/page-header';
import { addressOf } from '../../server/features/enter-waste/enter-waste-address.rules';
import type { Choices, Place } from '../../server/features/enter-waste/enter-waste.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { Island } from '../layout/island';
import s from './place-choice.module.css';
import { Refused, type EntryFailure } from './refused';

interface PlaceChoiceProps {
  t: Translate;
  find: string;
  /** The person sees some locations only. */
  restricted: boolean;
  /** Of all that may be chosen. */
  total: number;
  found: { places: Place[]; total: number };
  choices: Choices;
  /** The person's own organisation. */
  own: boolean;
  /** There are other organisations to choose, above. */
  others: boolean;
  /** What was sent for a location that cannot be chosen. */
  failure: EntryFailure | null;
}

/** Where it is weighed: asked once, and again whoever moves on. */
export function PlaceChoice({ t, find, restricted, total, found, choices, own, others, failure }: PlaceChoiceProps) {
  const { organisationId, unit } = choices;
  const noLocation = restricted
    ? 'enterWaste.noLocationOfYours'
    : !own
      ? 'enterWaste.noLocationThere'
      : others
        ? 'enterWaste.noLocationOwn'
        : 'enterWaste.noLocation';
  const header = <PageHeader title={t('enterWaste.title')} sentence={total > 0 && t('enterWaste.whichLocation')} />;
  if (total === 0)
    return (
      <>
        {header}
        <EmptyState
          title={t('enterWaste.noLocationTitle')}
          sentence={t(noLocation)}
          actions={own && !others && !restricted && <LinkButton href="/home">{t('home.steps.see')}</LinkButton>}
        />
      </>
    );
  return (
    <div className={s.page}>
      {header}
      {failure && <Refused failure={failure} beside={[]} />}
      {(total > found.places.length || find !== '') && (
        <Island
          of={placeSearch}
          when="idle"
          props={{
            find,
            organisationId: organisationId ?? null,
            unit: unit ?? null,
            options: found.places.map(({ locationId, locationName, siteName }) => ({
              value: String(locationId),
              label: locationName,
              hint: siteName,
            })),
          }}
        />
      )}
      {found.total === 0 && <p className={s.note}>{t('enterWaste.noLocationNamed', { name: find })}</p>}
      <ul className={s.places}>
        {found.places.map(({ locationId, locationName, siteName }) => (
          <li key={locationId}>
            <a
              className={s.place}
              href={addressOf({ organisationId, unit, locationId })}
              aria-current={locationId === choices.locationId ? 'true' : undefined}
            >
              <span>
                <strong>{locationName}</strong> <small>{siteName}</small>
              </span>
              <Icon name="right" />
            </a>
          </li>
        ))}
      </ul>
      {found.total > found.places.length && (
        <p className={s.note}>{t('enterWaste.moreLocations', { shown: found.places.length, total: found.total })}</p>
      )}
    </div>
  );
}
