import type { KnownBy } from './event-candidate.contract';
import { earlierUuid, eventUuid, LineOccurrences, sha256 } from './event-identity';
import { noDates } from './line-moment.rules';
import type { LineContext } from './line.rules';
import type { ImportMapping } from './mapping.contract';
import { contentOf, earlierRowKeyOf, keyOf, meaningOf } from './row-key.rules';
import { TotalLines } from './total-lines.rules';

interface Known {
  organisationId: string | number;
  siteTimeZone: LineContext['siteTimeZone'];
  mapping: ImportMapping;
  /** The organisation has events that were imported when the cells of a line were its identity. */
  importedEarlier?: boolean;
}

/**
 * What the lines of one file share: the sites of the organisation, and the identity of the events.
 * A new one for every reading of a file, or its lines are taken for repeated ones.
 */
export function createLineContext(known: Known): LineContext {
  return {
    siteTimeZone: known.siteTimeZone,
    ...noDates(),
    totals: new TotalLines(known.mapping),
    identify: identifier(known),
  };
}

/**
 * An event is the same where the key columns of the mapping say the same, or, without such columns, where it says the same
 * itself; of several equal ones each is one of its own. The n-th equal one of a file is known by the n-th that is there.
 */
function identifier({ organisationId, mapping, importedEarlier = false }: Known): LineContext['identify'] {
  const [equal, earlierEqual] = [new LineOccurrences(), new LineOccurrences()];
  return ({ line, cells, moment }) => {
    // Counted before anything is refused: mending one of two lines of one key must not change the identity of the other.
    const key = mapping.rowKey && keyOf(mapping.rowKey, cells, moment);
    const ofLine = key === undefined ? 0 : equal.next(key);
    const earlierKey = importedEarlier ? earlierRowKeyOf(line, mapping.rowKey) : undefined;
    const earlierOccurrence = earlierKey === undefined ? 0 : earlierEqual.next(earlierKey);
    return (event): KnownBy => {
      const earlier =
        earlierKey === undefined
          ? {}
          : {
              earlierUuid: earlierUuid({
                organisationId,
                mappingName: mapping.name,
                rowKey: earlierKey,
                measure: event.measure,
                occurrence: earlierOccurrence,
              }),
            };
      if (key !== undefined)
        return {
          clientEventUuid: eventUuid(organisationId, ['key', mapping.name, key, event.measure, ofLine]),
          contentHash: sha256(contentOf(event)),
          ...earlier,
        };
      const meaning = meaningOf(event);
      const ofFirst = eventUuid(organisationId, ['meaning', meaning, 0]);
      const before = equal.nextOf(ofFirst);
      const clientEventUuid = before === 0 ? ofFirst : eventUuid(organisationId, ['meaning', meaning, before]);
      return { clientEventUuid, contentHash: sha256(clientEventUuid), ...earlier };
    };
  };
}
