import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { readFilter } from './scim-filter';
import { conditionOf, type Columns } from './scim-filter-sql';
import { problem } from './scim-problem';

/** As many as one answer has. */
export const longestPage = 200;
const usualPage = 100;

const text = z.string().max(10_000).optional();

/** Which parts are asked for. */
export const partsQuery = z.object({ attributes: text, excludedAttributes: text });
/** What a list may be asked with; the filter is bounded where it is read. */
export const listQuery = partsQuery.extend({
  filter: z.string().optional(),
  startIndex: z.string().optional(),
  count: z.string().optional(),
});
export type ListQuery = z.infer<typeof listQuery>;

export interface Page {
  condition: RawBuilder<unknown>;
  startIndex: number;
  limit: number;
  offset: number;
}

function whole(name: 'startIndex' | 'count', given: string | undefined): number | null {
  if (given === undefined) return null;
  if (!/^-?\d{1,9}$/.test(given.trim())) throw problem('invalidValue', 'scim.wrongValue', { attribute: name });
  return Number(given);
}

/** A page of a list (RFC 7644, section 3.4.2.4): counted from one, no longer than `longestPage`. @throws Failure 400 */
export function pageOf({ filter, startIndex, count }: ListQuery, columns: Columns): Page {
  const from = Math.max(1, whole('startIndex', startIndex) ?? 1);
  const limit = Math.min(longestPage, Math.max(0, whole('count', count) ?? usualPage));
  return {
    condition: filter === undefined ? sql`true` : conditionOf(readFilter(filter), columns),
    startIndex: from,
    limit,
    offset: from - 1,
  };
}
