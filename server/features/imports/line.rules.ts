import { readDate, type LocalMoment } from '../../platform/sheet/dates.rules';
import type { SheetLine } from '../../platform/sheet/sheet.contract';
import { failed, readNote, type Read } from '../../platform/sheet/values.rules';
import type { ImportMapping, Measure, StageSource } from './mapping.contract';
import { MappingCells } from './mapping-cells.rules';
import { readMeasure, type Measured } from './measure.rules';
import { rowKeyOf } from './row-key.rules';
import type { EventCandidate, LineError, StageId } from './event-candidate.contract';

/** What the lines of one file share; `createLineContext` makes it. */
export interface LineContext {
  /** The IANA zone of a site that the organisation has; undefined: it has no such site. */
  siteTimeZone: (siteName: string) => string | undefined;
  /** Counts the line among its equals in the file, and names the events of its measures. */
  identify: (line: { mappingName: string; rowKey: string }) => (measure: string) => string;
  /** Dates that were read before: a sheet repeats the same few. */
  dates: Map<string, Read<LocalMoment>>;
}

const STAGE_WORDS: Record<string, StageId> = { '8': 8, '9': 9, '23': 23 };
const REMEMBERED_DATES = 10_000;
/** A line that adds others up, as spreadsheets write it in English, German, Spanish, French and Swedish. */
const TOTAL = /^(sub[- ]?total|(grand )?total|(zwischen|gesamt)?summe|gesamt|suma( total)?|total general|sous[- ]total|total général|delsumma|summa|totalt)\s*:?$/i;
const LONGEST_DATE = 100;
const DAYS_TO_1904 = 1_462;

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
  // Counted before anything is refused: mending one of two equal lines must not change the identity of the other.
  const uuidOf = context.identify({ mappingName: mapping.name, rowKey: rowKeyOf(line.cells, mapping.rowKey) });
  const cells = new MappingCells(line, mapping);
  const total = [mapping.dates.column, mapping.site.column, mapping.location.column, mapping.item?.column].find((column) => column !== undefined && TOTAL.test(cells.raw(column).trim()));
  if (total !== undefined) {
    cells.refuse(total, failed('import.totalLine'));
    return { events: [], errors: cells.errors };
  }
  const shared = readShared(cells, context);
  const events = mapping.measures.flatMap((measure) => {
    const measured = readMeasure(measure, cells);
    const stageId = readStage(measure.stage ?? mapping.stage, cells);
    if (!measured || !shared || stageId === undefined) return [];
    return [{ ...shared, ...namesOf(measure, cells), ...measured, stageId, measure: measure.name, clientEventUuid: uuidOf(measure.name) }];
  });
  return cells.errors.length > 0 ? { events: [], errors: cells.errors } : { events: events.map(withoutUndefined), errors: [] };
}

/** The place that a line names, for a line without waste: it is a place all the same. Undefined where it names none. */
export function placeOfLine(line: SheetLine, mapping: ImportMapping): Pick<EventCandidate, 'siteName' | 'locationName'> | undefined {
  if (line.errors) return undefined;
  const cells = new MappingCells(line, mapping);
  const siteName = cells.requiredName(mapping.site);
  const locationName = mapping.location.sameAsSite ? siteName : cells.requiredName(mapping.location);
  return siteName === undefined || locationName === undefined ? undefined : { siteName, locationName };
}

type Shared = Omit<EventCandidate, keyof Measured | 'measure' | 'stageId' | 'countsAsWaste' | 'clientEventUuid'>;

function readShared(cells: MappingCells, context: LineContext): Shared | undefined {
  const { mapping } = cells;
  const siteName = cells.requiredName(mapping.site);
  const locationName = mapping.location.sameAsSite ? siteName : cells.requiredName(mapping.location);
  const zone = siteName === undefined ? undefined : zoneOf(siteName, cells, context);
  const moment = readMoment(cells, zone ?? 'UTC', context);
  const noteColumn = mapping.note?.column;
  const note = noteColumn === undefined ? undefined : cells.take(noteColumn, readNote(cells.raw(noteColumn)));
  const daypartName = cells.name(mapping.daypart);
  const sourceName = cells.name(mapping.source);
  const containerName = cells.name(mapping.container);
  if (siteName === undefined || locationName === undefined || !moment) return undefined;
  return { line: cells.line, siteName, locationName, ...moment, daypartName, sourceName, containerName, note: note || undefined };
}

function zoneOf(siteName: string, cells: MappingCells, context: LineContext): string | undefined {
  const { mapping } = cells;
  const zone = context.siteTimeZone(siteName);
  if (zone !== undefined) return zone;
  if (mapping.unknownSites === 'create') return mapping.newSites?.timeZone;
  cells.refuse(mapping.site.column, failed('import.unknownSite', { site: siteName }));
  return undefined;
}

function readMoment(cells: MappingCells, zone: string, context: LineContext): LocalMoment | undefined {
  const { column, timeColumn, patterns } = cells.mapping.dates;
  const kind = cells.kind(column);
  const time = timeColumn === undefined ? '' : cells.raw(timeColumn);
  const text = cells.isEmpty(column) ? '' : `${dayText(cells, column)} ${time.trim()}`.trim().slice(0, LONGEST_DATE);
  const key = `${zone} ${kind} ${text}`;
  let result = context.dates.get(key);
  if (!result) {
    result = readDate(text, { ...cells.mapping.dates, patterns: kind === 'date' ? ['iso', ...patterns] : patterns }, zone);
    if (context.dates.size >= REMEMBERED_DATES) context.dates.clear();
    context.dates.set(key, result);
  }
  return cells.take(column, result);
}

/** The days of a workbook that counts from 1904, as if it counted from 1899 as others do. */
function dayText(cells: MappingCells, column: string): string {
  const text = cells.raw(column).trim();
  return cells.kind(column) === 'number1904' ? String(Number(text) + DAYS_TO_1904) : text;
}

function readStage(stage: StageSource | undefined, cells: MappingCells): StageId | undefined {
  if (stage?.column === undefined) return stage?.constant;
  const word = cells.requiredName({ column: stage.column });
  if (word === undefined) return undefined;
  const stages = stage.values ?? STAGE_WORDS;
  if (Object.hasOwn(stages, word)) return stages[word];
  cells.refuse(stage.column, failed('import.unknownStage', { known: Object.keys(stages).join(', ') }));
  return undefined;
}

function namesOf(measure: Measure, cells: MappingCells) {
  const { mapping } = cells;
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
