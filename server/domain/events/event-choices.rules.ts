import { referenceFields } from './reference-fields.rules';

/** A longer list is searched and not shown whole. */
export const mostOptions = 20;

/** The fields of an event whose choices grow with the organisation. */
export const searchedFields = ['siteId', 'locationId', 'deviceId', ...referenceFields.map(([field]) => field)] as const;
export type SearchedField = (typeof searchedFields)[number];

interface Named {
  label: string;
  group?: string | undefined;
}

const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** The first options that hold every word of the text, accents and case aside, and whether there are others; those that begin with it first. */
export function someOf<O extends Named>(options: readonly O[], text: string): { options: O[]; more: boolean } {
  const sought = fold(text).trim();
  const words = sought.split(/\s+/).filter(Boolean);
  const found =
    words.length === 0
      ? [...options]
      : options.filter(({ label, group = '' }) => {
          const name = fold(`${label} ${group}`);
          return words.every((word) => name.includes(word));
        });
  const begins = (option: O) => (words.length > 0 && fold(option.label).startsWith(sought) ? 0 : 1);
  const sorted = found.sort((one, other) => begins(one) - begins(other));
  return { options: sorted.slice(0, mostOptions), more: sorted.length > mostOptions };
}
