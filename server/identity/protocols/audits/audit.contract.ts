import { z } from 'zod';
import { maybe } from '../../wire.contract';

/** The export writes each value for the address twice. */
const text = maybe(
  z
    .string()
    .max(600)
    .transform((value, context) => {
      try {
        return decodeURIComponent(value);
      } catch {
        context.addIssue({ code: 'custom', message: 'errors.badRequest' });
        return z.NEVER;
      }
    })
    .pipe(z.string().max(200)),
);

const filters = {
  filter: text,
  email: text,
  action: text,
  ip: text,
  userAgent: text,
  /** The instant from which on; the front ends offer the last day, week, month and year. */
  createdAt: maybe(text.pipe(z.iso.datetime({ offset: true }))),
  severity: maybe(text.pipe(z.string().transform((value) => value.toLowerCase()))),
};
const sortBy = maybe(z.string().max(40));
const sortDirection = maybe(z.string().max(10)).transform((way) => way?.toLowerCase() !== 'asc');

export const auditsQuery = z.object({
  ...filters,
  offset: maybe(z.coerce.number().int().min(0).max(10_000_000)).transform((offset) => offset ?? 0),
  count: maybe(z.coerce.number().int().min(1).max(200)).transform((count) => count ?? 20),
  sortBy,
  sortDirection,
});
export type AuditsQuery = z.output<typeof auditsQuery>;

export const auditsExportQuery = z.object({ ...filters, sortBy, sortDirection });
export const auditsExportBody = z
  .object({
    properties: maybe(
      z.array(z.object({ name: z.string().max(100), displayName: maybe(z.string().max(200)) })).max(50),
    ),
  })
  .optional();
