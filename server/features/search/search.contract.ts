import { z } from 'zod';
import { lineOfText } from '../../platform/text-input';

export const searchPath = '/search';

export const searchQuery = z.strictObject({
  text: lineOfText(100).default('').describe('Finds names that contain every word. If empty, only pages.'),
});

const found = z.strictObject({
  kind: z.enum(['page', 'setting', 'site', 'location']),
  label: z.string(),
  within: z.string().nullable().describe('A page’s menu, a setting’s page or a location’s site.'),
  href: z.string().describe('The URL to open it.'),
});
export type Found = z.infer<typeof found>;

/** More than these are not read, but narrowed down by another word. */
export const mostFound = 20;

export const searchAnswer = z.strictObject({
  results: z.array(found).describe(`Up to ${mostFound}, with names that start with the text first.`),
  more: z.boolean().describe('Whether there are more matches. Add a word to find them.'),
});
export type SearchAnswer = z.infer<typeof searchAnswer>;
