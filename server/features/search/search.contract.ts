import { z } from 'zod';
import { lineOfText } from '../../platform/text-input';

export const searchPath = '/search';

export const searchQuery = z.strictObject({
  text: lineOfText(100).default('').describe('Every word of it is in the name. Without it, the pages alone.'),
});

const found = z.strictObject({
  kind: z.enum(['page', 'setting', 'site', 'location']),
  label: z.string(),
  within: z.string().nullable().describe('The menu of a page, the page of a setting, the site of a location.'),
  href: z.string().describe('Where it is opened.'),
});
export type Found = z.infer<typeof found>;

/** More than these are not read, but narrowed down by another word. */
export const mostFound = 20;

export const searchAnswer = z.strictObject({
  results: z.array(found).describe(`At most ${mostFound}; those that begin with the text first.`),
  more: z.boolean().describe('There are others: another word finds them.'),
});
export type SearchAnswer = z.infer<typeof searchAnswer>;
