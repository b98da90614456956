import type { PlaceChoices } from './place-choices.contract';

/** What follows from a country while nobody has chosen otherwise; nothing where the country is not known. */
export function guessFromCountry(
  { countries }: Pick<PlaceChoices, 'countries'>,
  countryCode: string,
): { timeZone?: string; currencyCode?: string } {
  const country = countries.find((one) => one.countryCode === countryCode);
  const timeZone = country?.timeZones[0];
  return {
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(country?.currencyCode ? { currencyCode: country.currencyCode } : {}),
  };
}

/** All zones for a select: those of the country first, then the others, and the one that is set even if no list has it. */
export function zonesFor(
  { countries, timeZones }: Pick<PlaceChoices, 'countries' | 'timeZones'>,
  { countryCode, current }: { countryCode: string; current?: string | undefined },
): { ofCountry: string[]; others: string[] } {
  const ofCountry = countries.find((one) => one.countryCode === countryCode)?.timeZones ?? [];
  const all =
    current === undefined || current === '' || timeZones.includes(current) ? timeZones : [current, ...timeZones];
  return { ofCountry, others: all.filter((zone) => !ofCountry.includes(zone)) };
}

interface Chosen {
  countryCode?: string;
  timeZone?: string;
  currencyCode?: string;
}

/**
 * What changes with the country: a zone or currency that is empty or was that of the country before follows; another one was
 * chosen against the suggestion and stays.
 */
export function followingGuess(
  choices: Pick<PlaceChoices, 'countries'>,
  { before, after }: { before: string; after: Chosen },
): { timeZone?: string; currencyCode?: string } {
  const old = choices.countries.find((one) => one.countryCode === before);
  const { timeZone, currencyCode } = guessFromCountry(choices, after.countryCode ?? '');
  const followsZone = !after.timeZone || old?.timeZones.includes(after.timeZone);
  const followsCurrency = !after.currencyCode || old?.currencyCode === after.currencyCode;
  return {
    ...(followsZone && timeZone ? { timeZone } : {}),
    ...(followsCurrency && currencyCode ? { currencyCode } : {}),
  };
}

interface Place {
  country: string;
  currency: string;
  timeZone: string;
}

/** The same, but a country of several zones suggests only that of the browser, and '' where that is none of them: it is asked for. */
export function followingPlace(
  choices: Pick<PlaceChoices, 'countries'>,
  { before, after, browserZone }: { before: string; after: Place; browserZone: string },
): { timeZone?: string; currency?: string } {
  const { country: countryCode, currency: currencyCode, timeZone: set } = after;
  const { timeZone, currencyCode: currency } = followingGuess(choices, {
    before,
    after: { countryCode, currencyCode, timeZone: set },
  });
  const zones = choices.countries.find((one) => one.countryCode === countryCode)?.timeZones ?? [];
  const suggested = zones.includes(browserZone) ? browserZone : zones.length > 1 ? '' : timeZone;
  const stays = timeZone === undefined || (set !== '' && zones.includes(set));
  return {
    ...(currency === undefined ? {} : { currency }),
    ...(stays || suggested === undefined ? {} : { timeZone: suggested }),
  };
}
