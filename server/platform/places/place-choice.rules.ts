import type { PlaceChoices } from './place-choices.contract';

/** What follows from a country while nobody has chosen otherwise; nothing where the country is not known. */
export function guessFromCountry({ countries }: Pick<PlaceChoices, 'countries'>, countryCode: string): { timeZone?: string; currencyCode?: string } {
  const country = countries.find((one) => one.countryCode === countryCode);
  const timeZone = country?.timeZones[0];
  return { ...(timeZone === undefined ? {} : { timeZone }), ...(country?.currencyCode ? { currencyCode: country.currencyCode } : {}) };
}

/** All zones for a select: those of the country first, then the others, and the one that is set even if no list has it. */
export function zonesFor({ countries, timeZones }: Pick<PlaceChoices, 'countries' | 'timeZones'>, { countryCode, current }: { countryCode: string; current?: string | undefined }): { ofCountry: string[]; others: string[] } {
  const ofCountry = countries.find((one) => one.countryCode === countryCode)?.timeZones ?? [];
  const all = current === undefined || current === '' || timeZones.includes(current) ? timeZones : [current, ...timeZones];
  return { ofCountry, others: all.filter((zone) => !ofCountry.includes(zone)) };
}
