import type { Db, Trx } from '../../platform/db/database';
import { fail, type FieldProblem } from '../../platform/errors';
import type { MessageKey } from '../../platform/i18n/messages';
import { messageKeyOf } from './import-codes.contract';
import { findHome, findImport, isCountry } from './import.store';
import type { ImportMapping } from './mapping.contract';
import { parseMapping, parseMappingText, type MappingProblem, type ParsedMapping } from './mapping.rules';
import { shippedMapping, shippedMappingNames } from './mappings';

export interface MappingChoice {
  /** JSON. Goes before the name. */
  mapping?: string;
  /** A shipped mapping, or `import:12` for the mapping of that import. */
  mappingName?: string;
}

const shipped = (name: string) => shippedMappingNames.find((one) => one === name);

/** A shipped mapping for an organisation: sites that the generic sheet brings along are where the organisation is. */
export async function shippedMappingFor(db: Db | Trx, organisationId: number, name: string): Promise<ImportMapping | undefined> {
  const found = shipped(name);
  if (!found) return undefined;
  const mapping = shippedMapping(found);
  return found === 'generic' ? { ...mapping, newSites: await findHome(db, organisationId) } : mapping;
}

/**
 * The mapping that somebody chose.
 * @throws 422 imports.wrongMapping with a field `mapping.…` for each fault
 */
export async function chooseMapping(db: Db | Trx, organisationId: number, { mapping, mappingName }: MappingChoice): Promise<ImportMapping> {
  const text = mapping?.trim() ?? '';
  if (text !== '') return checkedMapping(db, parseMappingText(text));
  if (!mappingName) throw wrong([{ field: 'mapping', code: 'imports.mappingMissing' }]);
  const earlier = /^import:(\d{1,15})$/.exec(mappingName)?.[1];
  if (earlier) {
    const found = await findImport(db, { organisationId, id: Number(earlier) });
    if (found) return checkedMapping(db, parseMapping(found.mapping));
  }
  const found = await shippedMappingFor(db, organisationId, mappingName);
  if (!found) throw wrong([{ field: 'mappingName', code: 'imports.unknownMapping', params: { known: shippedMappingNames.join(', ') } }]);
  return found;
}

async function checkedMapping(db: Db | Trx, parsed: ParsedMapping): Promise<ImportMapping> {
  if (!parsed.ok) throw wrong(parsed.problems.map(asField));
  const country = parsed.mapping.newSites?.country;
  if (country !== undefined && !(await isCountry(db, country))) {
    throw wrong([{ field: 'mapping.newSites.country', code: messageKeyOf('import.mapping.notACountry') as MessageKey }]);
  }
  return parsed.mapping;
}

function asField({ path, code, params }: MappingProblem): FieldProblem {
  return { field: path === '' ? 'mapping' : `mapping.${path}`, code: messageKeyOf(code) as MessageKey, params };
}

const wrong = (fields: FieldProblem[]) => fail.unprocessable('imports.wrongMapping', { fields: fields.slice(0, 100) });
