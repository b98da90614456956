import { LineCells } from './cells.rules';
import { readDate, type LocalMoment } from './dates.rules';
import { eventUuid, LineOccurrences, rowKeyOf } from './event-identity.rules';
import type { ImportMapping, Measure, StageSource } from './mapping.contract';
import { readMeasure, type Measured } from './measure.rules';
import type { EventCandidate, LineError, SheetLine, StageId } from './sheet.contract';
import { failed, readNote, type Read } from './values.rules';

export interface LineContext {
  organisationId: string | number;
  /** The IANA zone of a site that the organisation has; undefined: it has no such site. */
  siteTimeZone: (siteName: string) => string | undefined;
  occurrences: LineOccurrences;
  dates: Map<string, Read<LocalMoment>>;
}

/** What the lines of one file share. A new one for every reading of a file, or repeated lines are counted twice. */
export function createLineContext(known: Pick<LineContext, 'organisationId' | 'siteTimeZone'>): LineContext {
  return { ...known, occurrences: new LineOccurrences(), dates: new Map() };
}

const STAGE_WORDS: Record<string, StageId> = { '8': 8, '9': 9, '23': 23 };
const REMEMBERED_DATES = 10_000;
const LONGEST_DATE = 100;

/**
 * The waste events of a line of a sheet: one for each measure that holds something. A line with anything wrong gives
 * its errors and no event at all; a line without waste gives neither.
 */
export function eventsOfLine(
  line: SheetLine,
  mapping: ImportMapping,
  context: LineContext,
): { events: EventCandidate[]; errors: LineError[] } {
  if (line.errors) return { events: [], errors: line.errors };
  const rowKey = rowKeyOf(line.cells, mapping.rowKey);
  // Counted before anything is refused: mending one of two equal lines must not change the identity of the other.
  const occurrence = context.occurrences.next(rowKey);
  const cells = new LineCells(line.line, line.cells, mapping);
  const shared = readShared(cells, mapping, context);
  const events = mapping.measures.flatMap((measure) => {
    const measured = readMeasure(measure, cells, mapping);
    const stageId = readStage(measure.stage ?? mapping.stage, cells);
    if (!measured || !shared || stageId === undefined) return [];
    const uuid = eventUuid({ organisationId: context.organisationId, mappingName: mapping.name, rowKey, measure: measure.name, occurrence });
    return [{ ...shared, ...namesOf(measure, cells, mapping), ...measured, stageId, measure: measure.name, clientEventUuid: uuid }];
  });
  return cells.errors.length > 0 ? { events: [], errors: cells.errors } : { events: events.map(withoutUndefined), errors: [] };
}

type Shared = Omit<EventCandidate, keyof Measured | 'measure' | 'stageId' | 'countsAsWaste' | 'clientEventUuid'>;

function readShared(cells: LineCells, mapping: ImportMapping, context: LineContext): Shared | undefined {
  const siteName = cells.requiredName(mapping.site);
  const locationName = mapping.location.sameAsSite ? siteName : cells.requiredName(mapping.location);
  const zone = siteName === undefined ? undefined : zoneOf(siteName, cells, mapping, context);
  const moment = readMoment(cells, mapping, zone ?? 'UTC', context);
  const noteColumn = mapping.note?.column;
  const note = noteColumn === undefined ? undefined : cells.take(noteColumn, readNote(cells.raw(noteColumn)));
  const daypartName = cells.name(mapping.daypart);
  const sourceName = cells.name(mapping.source);
  const containerName = cells.name(mapping.container);
  if (siteName === undefined || locationName === undefined || !moment) return undefined;
  return { line: cells.line, siteName, locationName, ...moment, daypartName, sourceName, containerName, note: note || undefined };
}

function zoneOf(siteName: string, cells: LineCells, mapping: ImportMapping, context: LineContext): string | undefined {
  const zone = context.siteTimeZone(siteName);
  if (zone !== undefined) return zone;
  if (mapping.unknownSites === 'create') return mapping.newSites?.timeZone;
  cells.refuse(mapping.site.column, failed('import.unknownSite', { site: siteName }));
  return undefined;
}

function readMoment(cells: LineCells, mapping: ImportMapping, zone: string, context: LineContext): LocalMoment | undefined {
  const { column, timeColumn } = mapping.dates;
  const time = timeColumn === undefined ? '' : cells.raw(timeColumn);
  const text = cells.isEmpty(column) ? '' : `${cells.raw(column).trim()} ${time.trim()}`.trim().slice(0, LONGEST_DATE);
  const key = `${zone} ${text}`;
  let result = context.dates.get(key);
  if (!result) {
    result = readDate(text, mapping.dates, zone);
    if (context.dates.size >= REMEMBERED_DATES) context.dates.clear();
    context.dates.set(key, result);
  }
  return cells.take(column, result);
}

function readStage(stage: StageSource | undefined, cells: LineCells): StageId | undefined {
  if (stage?.column === undefined) return stage?.constant;
  const word = cells.requiredName({ column: stage.column });
  if (word === undefined) return undefined;
  const stages = stage.values ?? STAGE_WORDS;
  if (Object.hasOwn(stages, word)) return stages[word];
  cells.refuse(stage.column, failed('import.unknownStage', { known: Object.keys(stages).join(', ') }));
  return undefined;
}

function namesOf(measure: Measure, cells: LineCells, mapping: ImportMapping) {
  const sink = measure.sink ?? mapping.sink;
  return {
    itemName: cells.name(measure.item ?? mapping.item),
    reasonName: cells.name(measure.reason ?? mapping.reason),
    sinkName: cells.name(sink),
    countsAsWaste: sink?.countsAsWaste ?? true,
  };
}

function withoutUndefined(event: EventCandidate): EventCandidate {
  return Object.fromEntries(Object.entries(event).filter(([, value]) => value !== undefined)) as unknown as EventCandidate;
}
