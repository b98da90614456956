import Holidays from 'date-holidays';
import type { Locale } from '../../platform/actor';
import { memoize } from '../../platform/memoize';

/** A part of a country that has public holidays of its own. */
export interface Subdivision {
  /** The country, the part, and where the library has one a part of that: 'GB-ENG', 'DE-BY-KATH'. */
  subdivisionCode: string;
  subdivisionName: string;
}

const library = new Holidays();
/** In which regions are written; the first is what a country itself speaks. */
const languages = [undefined, 'en', 'de', 'es', 'fr', 'sv'];

/** Country, part, part of that: as the library takes them. */
export const partsOf = (area: string) => area.split('-') as [country: string, state: string, region: string];

const inLanguage = memoize((key: `${string} ${string}`): Subdivision[] => {
  const [country = '', language = ''] = key.split(' ');
  return listed(country, language).sort((one, other) =>
    one.subdivisionName.localeCompare(other.subdivisionName, language),
  );
});

/** Parts of a country in the reader's language as far as the library has it, in its order; none where it knows none. */
export const subdivisionsIn = (locale: Locale, countryCode: string): Subdivision[] =>
  inLanguage(`${countryCode} ${locale.slice(0, 2)}`);

function listed(country: string, language?: string): Subdivision[] {
  return Object.entries(namesOf(library.getStates(country, language as string))).flatMap(([state, name]) => [
    { subdivisionCode: `${country}-${state}`, subdivisionName: name },
    ...Object.entries(namesOf(library.getRegions(country, state, language as string))).map(([region, part]) => ({
      subdivisionCode: `${country}-${state}-${region}`,
      subdivisionName: `${name}: ${part}`,
    })),
  ]);
}

/** The library answers nothing where it knows none. */
const namesOf = (names: Record<string, string> | undefined) => names ?? {};

/** @returns undefined for a code that is no part of the country */
export const findSubdivision = (locale: Locale, subdivisionCode: string): Subdivision | undefined =>
  subdivisionsIn(locale, partsOf(subdivisionCode)[0]).find((one) => one.subdivisionCode === subdivisionCode);

/** What the library does not call them: names in other languages, and regions whose parts all have the same holidays. */
const alsoCalled: Record<string, readonly string[]> = {
  'DE-BY': ['Bavaria', 'Bavière', 'Baviera'],
  'DE-HE': ['Hesse', 'Hesse'],
  'DE-NI': ['Lower Saxony', 'Basse-Saxe', 'Baja Sajonia'],
  'DE-NW': ['North Rhine-Westphalia', 'Rhénanie-du-Nord-Westphalie', 'Renania del Norte-Westfalia', 'NRW'],
  'DE-RP': ['Rhineland-Palatinate', 'Rhénanie-Palatinat', 'Renania-Palatinado'],
  'DE-SN': ['Saxony', 'Saxe', 'Sajonia'],
  'DE-ST': ['Saxony-Anhalt', 'Saxe-Anhalt', 'Sajonia-Anhalt'],
  'DE-TH': ['Thuringia', 'Thuringe', 'Turingia'],
  'DE-HH': ['Hambourg', 'Hamburgo'],
  'DE-HB': ['Brême'],
  'DE-SL': ['Sarre', 'Sarre'],
  'DE-BB': ['Brandebourg', 'Brandeburgo'],
  'DE-MV': ['Mecklenburg-Western Pomerania', 'Mecklembourg-Poméranie-Occidentale'],
  'FR-67': ['Alsace', 'Elsass', 'Alsacia'],
  'GB-ENG': ['Angleterre', 'Inglaterra'],
  'GB-SCT': ['Schottland', 'Écosse', 'Escocia', 'Skottland'],
  'GB-WLS': ['Pays de Galles', 'Gales', 'Cymru'],
  'GB-NIR': ['Nordirland', 'Irlande du Nord', 'Irlanda del Norte'],
  'ES-CT': ['Katalonien', 'Catalogne'],
  'ES-AN': ['Andalusia', 'Andalusien', 'Andalousie'],
  'ES-PV': ['Euskadi', 'Baskenland', 'Pays basque'],
  'ES-MD': ['Madrid'],
  'ES-IB': ['Baleares', 'Balearen', 'Baléares'],
  'ES-CN': ['Canarias', 'Kanaren'],
  'ES-NC': ['Navarra', 'Navarre'],
  'ES-MC': ['Murcia', 'Región de Murcia'],
  'ES-CM': ['Castilla-La Mancha'],
  'ES-VC': ['Comunidad Valenciana', 'Valencia'],
};

/** Words that say what kind of a part it is, and those between. */
const kinds =
  /\b(kanton|canton|departement|region|land|hansestadt|freistaat|stadt|landkreis|ciudad|comunidad|foral|comunitat|province|state|county|outre|mer|and|und|et|y|of|the|de|d|del|du|des|la|le)\b/g;

const bare = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
const plain = (name: string) => bare(name).replaceAll(kinds, ' ').replaceAll(/\s+/g, ' ').trim() || bare(name).trim();

const namesIn = memoize((country: string): { code: string; depth: number; names: Set<string> }[] => {
  const inLanguages = languages.map((language) => listed(country, language));
  return (inLanguages[0] ?? []).map(({ subdivisionCode: code }, at) => {
    const own = inLanguages.map((list) => list[at]?.subdivisionName.split(': ').at(-1) ?? '');
    return { code, depth: partsOf(code).length, names: new Set([...own, ...(alsoCalled[code] ?? [])].map(plain)) };
  });
});

/**
 * The part of a country that a site's region names: by its code or by its whole name in a language that the library or this
 * list has, the larger part first. A region that fits several parts, or only sounds like one, is no guess.
 */
export function guessSubdivision(countryCode: string, regionName: string | null): string | null {
  if (regionName === null) return null;
  const wanted = plain(regionName);
  const isCode = (code: string) => code === regionName || code === `${countryCode}-${regionName}`;
  const fitting = namesIn(countryCode).filter(({ code, names }) => isCode(code) || names.has(wanted));
  const largest = fitting.filter(({ depth }) => depth === Math.min(...fitting.map((one) => one.depth)));
  return largest.length === 1 ? (largest[0]?.code ?? null) : null;
}
