import { createLineContext } from './line.context';
import type { LineContext } from './line.rules';
import type { ImportMapping } from './mapping.contract';
import { parseMapping } from './mapping.rules';

/** A small valid mapping as it stands in JSON: columns date, site, item, kg. */
export const plainMapping = {
  version: 1,
  name: 'Plain',
  dates: { column: 'date', patterns: ['iso'] },
  site: { column: 'site' },
  location: { sameAsSite: true },
  unknownSites: 'create',
  newSites: { country: 'DE', timeZone: 'Europe/Berlin', currency: 'EUR' },
  stage: { constant: 8 },
  item: { column: 'item' },
  measures: [{ kind: 'weight', name: 'Weight', column: 'kg', unit: 'kg' }],
};

export function mappingWith(changes: Record<string, unknown> = {}): ImportMapping {
  const parsed = parseMapping({ ...plainMapping, ...changes });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.mapping;
}

export function contextFor(known: Partial<Parameters<typeof createLineContext>[0]> = {}): LineContext {
  return createLineContext({ organisationId: 7, siteTimeZone: () => undefined, mapping: mappingWith(), ...known });
}
