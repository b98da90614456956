import { z } from 'zod';
import { column, name } from './mapping-parts.contract';

/** Of an organisation; a form of sheets needs one. */
export const mostKeptMappings = 200;
const mostColumns = 1_000;

const keptName = name;
export const keptParams = z.strictObject({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });

export const keepBody = z.strictObject({
  name: keptName,
  /** As in a file of a mapping. */
  mapping: z.looseObject({ name: z.string() }),
  /** The column names of a sheet that it reads, by which sheets of the same form are known; default: those that it names. */
  columns: z.array(column).min(1).max(mostColumns).optional(),
  /** Takes the place of the mapping that has this name. */
  replace: z.boolean().default(false),
});

export const renameBody = z.strictObject({ name: keptName });

export const keptView = z.strictObject({
  id: z.number(),
  name: z.string(),
  columns: z.array(z.string()),
  keptAt: z.string(),
  /** When the newest of its imports was sent; null where there is none. */
  lastUsedAt: z.string().nullable(),
  /** Imports that are read by it. */
  imports: z.number(),
});
export type KeptView = z.output<typeof keptView>;

const named = /^kept:(\d{1,15})$/;

/** The id in `kept:12`, by which an upload names a kept mapping; undefined for any other name. */
export function keptIdOf(mappingName: string | undefined): number | undefined {
  const id = named.exec(mappingName ?? '')?.[1];
  return id === undefined ? undefined : Number(id);
}
