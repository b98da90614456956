import type { IngestCandidate, Refusal } from '../../domain/events/ingest.contract';
import { type LocalDate, instantOf } from '../../platform/time';
import type { EventCandidate, LineError } from './event-candidate.contract';
import type { ImportMapping } from './mapping.contract';
import { measureNamed } from './wide.rules';

/** What is wrong with a line, whichever check found it. The code is an import code or the key of a sentence. */
export type ReportedError = Omit<LineError, 'code'> & { code: string };

/** The names of an event and the element of reference data that each belongs to. */
export const referenceNames = [
  ['itemName', 'itemId', 'WASTEITEM'],
  ['reasonName', 'reasonId', 'WASTEREASON'],
  ['sourceName', 'sourceId', 'WASTESOURCE'],
  ['sinkName', 'sinkId', 'WASTESINK'],
  ['daypartName', 'daypartId', 'DAYPART'],
  ['containerName', 'containerId', 'CONTAINER'],
] as const;

export const locationKey = (event: Pick<EventCandidate, 'siteName' | 'locationName'>): string =>
  keyOf(event.siteName, event.locationName);
export const referenceKey = (element: string, name: string): string => keyOf(element, name);

const keys = new Map<string, Map<string, string>>();
let keysRemembered = 0;
const mostKeys = 5_000;

/** Made once for names that come again: a text that is put together anew must be hashed anew wherever it is looked up. */
function keyOf(first: string, second: string): string {
  const known = keys.get(first)?.get(second);
  if (known !== undefined) return known;
  if (keysRemembered >= mostKeys) {
    keys.clear();
    keysRemembered = 0;
  }
  // No name has a line break.
  const key = `${first}\n${second}`;
  const ofFirst = keys.get(first) ?? new Map<string, string>();
  keys.set(first, ofFirst.set(second, key));
  keysRemembered += 1;
  return key;
}

export interface ResolvedNames {
  locationId(event: EventCandidate): number | undefined;
  referenceId(element: string, name: string): number | undefined;
  /** IANA zone of the site's clock. */
  timeZone(siteName: string): string;
}

/** The event as it is handed to ingest; undefined where its location is unknown. */
export function toIngestCandidate(event: EventCandidate, names: ResolvedNames): IngestCandidate | undefined {
  const locationId = names.locationId(event);
  if (locationId === undefined) return undefined;
  const tareGrams = event.tareGrams ?? 0;
  const idOf = (element: (typeof referenceNames)[number][2], name: string | undefined) =>
    name === undefined ? undefined : names.referenceId(element, name);
  return {
    clientEventUuid: event.clientEventUuid,
    contentHash: event.contentHash,
    locationId,
    occurredAt: occurredAt(event, names),
    localDate: event.localDate,
    stageId: event.stageId,
    itemId: idOf('WASTEITEM', event.itemName),
    reasonId: idOf('WASTEREASON', event.reasonName),
    sourceId: idOf('WASTESOURCE', event.sourceName),
    sinkId: idOf('WASTESINK', event.sinkName),
    daypartId: idOf('DAYPART', event.daypartName),
    containerId: idOf('CONTAINER', event.containerName),
    grossGrams: event.grossGrams ?? event.netGrams + tareGrams,
    // Stated even where it is nothing: a net weight in a named container must not lose that container's weight again.
    tareGrams,
    enteredValue: event.enteredValue,
    enteredUnit: event.enteredUnit,
    estimated: event.estimated,
    quantity: event.quantity,
    costAmount: event.costAmount,
    costCurrency: event.costAmount === undefined ? undefined : event.currency,
    // A mapping may leave a sink out of the waste; it does not bring one back that the organisation leaves out.
    countsAsWaste: event.countsAsWaste ? undefined : false,
    note: event.note,
    importLine: event.line,
  };
}

function occurredAt(
  { precision, localDate, localTime, instant, siteName }: EventCandidate,
  names: ResolvedNames,
): Date | undefined {
  if (precision !== 'datetime' || localTime === undefined) return undefined;
  if (instant !== undefined) return new Date(instant);
  return instantOf(localDate as LocalDate, localTime, names.timeZone(siteName));
}

/** The refusal of an event as a fault of its line, under the column that the refused value came from. */
export function toLineError(
  { code, field, params }: Pick<Refusal, 'code' | 'field' | 'params'>,
  event: EventCandidate,
  mapping: ImportMapping,
): ReportedError {
  const changed = code === 'wasteEvents.duplicateUuid';
  return {
    line: event.line,
    column: columnOf(field, event, mapping),
    code: changed ? 'imports.changedLine' : code,
    params: params ?? {},
    raw: '',
  };
}

export function unknownLocation(event: EventCandidate, mapping: ImportMapping): ReportedError {
  const raw = event.locationName === event.siteName ? event.siteName : `${event.siteName} / ${event.locationName}`;
  return {
    line: event.line,
    column: mapping.location.column ?? mapping.site.column ?? null,
    code: 'wasteEvents.unknownLocation',
    params: {},
    raw,
  };
}

function columnOf(field: Refusal['field'], event: EventCandidate, mapping: ImportMapping): string | null {
  const measure = measureNamed(mapping, event.measure);
  switch (field) {
    case 'occurredAt':
    case 'localDate':
      return mapping.dates.column ?? null;
    case 'locationId':
      return mapping.location.column ?? mapping.site.column ?? null;
    case 'costAmount':
    case 'costCurrency':
      return measure?.costColumn ?? null;
    case 'note':
      return mapping.note?.column ?? null;
    case 'clientEventUuid':
      return null;
    case 'stageId':
      return (measure?.stage ?? mapping.stage)?.column ?? null;
    case 'itemId':
      return (measure?.item ?? mapping.item)?.column ?? null;
    case 'reasonId':
      return (measure?.reason ?? mapping.reason)?.column ?? null;
    case 'sinkId':
      return (measure?.sink ?? mapping.sink)?.column ?? null;
    case 'sourceId':
      return mapping.source?.column ?? null;
    case 'daypartId':
      return mapping.daypart?.column ?? null;
    case 'containerId':
      return mapping.container?.column ?? null;
    default:
      return measure?.column ?? null;
  }
}
