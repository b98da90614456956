import { countryIsKnown } from '../../domain/catalogue';
import { selectHome } from '../../domain/places';
import type { Db, Trx } from '../../platform/db/database';
import { fail, type FieldProblem } from '../../platform/errors';
import type { MessageKey } from '../../platform/i18n/messages';
import { messageKeyOf } from './import-codes.contract';
import { findImport } from './import.store';
import { keptIdOf } from './kept-mapping.contract';
import { findKept } from './kept-mapping.store';
import type { ImportMapping } from './mapping.contract';
import { parseMapping, parseMappingText, type MappingProblem, type ParsedMapping } from './mapping.rules';
import { shippedMapping, shippedMappingNames } from './mappings';

export interface MappingChoice {
  /** JSON. Goes before the name. */
  mapping?: string;
  /** A shipped mapping, `kept:3` for one that the organisation keeps, or `import:12` for the mapping of that import. */
  mappingName?: string;
}

const shipped = (name: string) => shippedMappingNames.find((one) => one === name);

/** What a mapping of one's own begins with: sites that the sheet brings along are where the organisation is. */
export async function genericMappingFor(db: Db | Trx, organisationId: number): Promise<ImportMapping> {
  const { countryCode: country, timeZone, currencyCode: currency } = await selectHome(db, organisationId);
  return { ...shippedMapping('generic'), newSites: { country, timeZone, currency } };
}

/**
 * The mapping that somebody chose.
 * @throws 422 imports.wrongMapping with a field `mapping.…` for each fault
 */
export async function chooseMapping(
  db: Db | Trx,
  organisationId: number,
  { mapping, mappingName }: MappingChoice,
): Promise<ImportMapping> {
  const text = mapping?.trim() ?? '';
  if (text !== '') return checkedMapping(db, parseMappingText(text));
  if (!mappingName) throw wrong([{ field: 'mapping', code: 'imports.mappingMissing' }]);
  const earlier = /^import:(\d{1,15})$/.exec(mappingName)?.[1];
  if (earlier) {
    const found = await findImport(db, { organisationId, id: Number(earlier) });
    if (found) return checkedMapping(db, parseMapping(found.mapping));
  }
  const keptId = keptIdOf(mappingName);
  const kept = keptId === undefined ? undefined : await findKept(db, { organisationId, id: keptId });
  if (kept) return checkedMapping(db, parseMapping(kept.mapping));
  const found = shipped(mappingName);
  if (!found)
    throw wrong([
      { field: 'mappingName', code: 'imports.unknownMapping', params: { known: shippedMappingNames.join(', ') } },
    ]);
  return found === 'generic' ? genericMappingFor(db, organisationId) : shippedMapping(found);
}

async function checkedMapping(db: Db | Trx, parsed: ParsedMapping): Promise<ImportMapping> {
  if (!parsed.ok) throw wrong(parsed.problems.map(asField));
  const country = parsed.mapping.newSites?.country;
  if (country !== undefined && !(await countryIsKnown(db, country))) {
    throw wrong([
      { field: 'mapping.newSites.country', code: messageKeyOf('import.mapping.notACountry') as MessageKey },
    ]);
  }
  return parsed.mapping;
}

function asField({ path, code, params }: MappingProblem): FieldProblem {
  return { field: path === '' ? 'mapping' : `mapping.${path}`, code: messageKeyOf(code) as MessageKey, params };
}

const wrong = (fields: FieldProblem[]) => fail.unprocessable('imports.wrongMapping', { fields: fields.slice(0, 100) });
