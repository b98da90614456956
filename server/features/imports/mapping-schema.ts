import { z } from 'zod';
import { ImportMapping } from './mapping.contract';

/** Where the API serves it. */
export const mappingSchemaPath = '/import-mapping.schema.json';

/**
 * The form of a mapping as a JSON schema (2020-12), of what may be written: entries with a default may be left out. What holds
 * between entries, such as that exactly one of `column` and `constant` is stated, is said when a mapping is read.
 */
export function mappingSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(ImportMapping, { io: 'input', unrepresentable: 'any' });
  return { ...schema, title: 'Mapping of an import', description: 'How the lines of a sheet become waste events.' };
}
