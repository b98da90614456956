import { z } from 'zod';
import { referenceFields } from './reference-fields.rules';

const fields = referenceFields.map(([field]) => field);
const id = z.int().positive();

/** One change for many events. A value of null takes the value away. */
export const batchChange = z.union([
  z.strictObject({ kind: z.enum(['void', 'restore', 'recost']) }),
  z.strictObject({ kind: z.literal('set'), field: z.enum(fields), value: id.nullable() }),
  z.strictObject({ kind: z.literal('set'), field: z.literal('locationId'), value: id }),
]);
export type BatchChange = z.infer<typeof batchChange>;
