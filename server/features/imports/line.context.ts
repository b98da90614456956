import { eventUuid, LineOccurrences } from './event-identity';
import { noDates } from './line-moment.rules';
import type { LineContext } from './line.rules';
import type { ImportMapping } from './mapping.contract';
import { TotalLines } from './total-lines.rules';

/**
 * What the lines of one file share: the sites of the organisation, and the identity of the events.
 * A new one for every reading of a file, or its lines are taken for repeated ones.
 */
export function createLineContext(known: {
  organisationId: string | number;
  siteTimeZone: LineContext['siteTimeZone'];
  mapping: ImportMapping;
}): LineContext {
  const occurrences = new LineOccurrences();
  return {
    siteTimeZone: known.siteTimeZone,
    ...noDates(),
    totals: new TotalLines(known.mapping),
    identify: ({ mappingName, rowKey }) => {
      const occurrence = occurrences.next(rowKey);
      return (measure) => eventUuid({ organisationId: known.organisationId, mappingName, rowKey, measure, occurrence });
    },
  };
}
