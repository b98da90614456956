import { z } from 'zod';
import { lineOfText } from '../platform/text-input';

/** Missing values arrive as the words of JavaScript. */
const absent = (value: unknown) =>
  value === undefined || value === null || value === 'undefined' || value === 'null' || value === ''
    ? undefined
    : value;

/** A value of the wire that may be missing in any of the published client's ways. */
export const maybe = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(absent, schema.optional());

/** The public id of a tenant, a person, a role… */
export const publicId = z.uuid().transform((id) => id.toLowerCase());

/** A short text: names, titles. */
export const shortText = lineOfText(200).min(1, 'errors.required');

/** A page of a list, as `_limit` and `_offset` ask for it. */
export const wirePage = (usual = 10) => ({
  _limit: maybe(z.coerce.number().int().min(1).max(200)).transform((limit) => limit ?? usual),
  _offset: maybe(z.coerce.number().int().min(0)).transform((offset) => offset ?? 0),
});

/** A page of a list, in the form that the published client reads. */
export const pageOf = <Item>(items: readonly Item[], { total, limit }: { total: number; limit: number }) => ({
  items,
  _metadata: { totalItems: total, totalPages: Math.ceil(total / limit) },
});

/** Ids of things; who has none any more sends one empty text. */
export const idList = z
  .array(z.string().max(100))
  .max(1000)
  .transform((ids) => [...new Set(ids.filter((id) => id !== ''))])
  .pipe(z.array(publicId));
