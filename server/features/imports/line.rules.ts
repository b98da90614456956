import type { LocalMoment } from '../../platform/sheet/dates.rules';
import type { SheetLine } from '../../platform/sheet/sheet.contract';
import { failed, readName, readNote } from '../../platform/sheet/values.rules';
import { gramsOf, type StatedAmount } from './amount-sums.rules';
import type { EventCandidate, KnownBy, LineError, StageId } from './event-candidate.contract';
import type { LeftOutReason, WordCell } from './line-account.contract';
import { readMoment, type DatesRead } from './line-moment.rules';
import { MappingCells } from './mapping-cells.rules';
import type { ImportMapping, Measure, StageSource } from './mapping.contract';
import { readMeasure, type Measured } from './measure.rules';
import { checkTotal } from './total-check.rules';
import type { TotalLines } from './total-lines.rules';
import { measuresRead, namesOfHead, stageOfHead, type Head } from './wide.rules';

/** What the lines of one file share; `createLineContext` makes it. */
export interface LineContext extends DatesRead {
  /** The IANA zone of a site that the organisation has; undefined: it has no such site. */
  siteTimeZone: (siteName: string) => string | undefined;
  /** Counts the line among its equals in the file, and then each of its events. `line`: all cells of the sheet. */
  identify: (line: {
    line: Readonly<Record<string, string>>;
    cells: MappingCells;
    moment: LocalMoment | undefined;
  }) => (event: Omit<EventCandidate, keyof KnownBy>) => KnownBy;
  /** Of the file so far. */
  totals: TotalLines;
}

const STAGE_WORDS: Record<string, StageId> = { '8': 8, '9': 9, '23': 23 };

/** A line after its own checks: events, or errors, or the reason why it is left out. */
export interface LineReading {
  events: EventCandidate[];
  errors: LineError[];
  leftOut?: LeftOutReason;
  /** What its measures state, whatever becomes of it. */
  amounts: StatedAmount[];
  /** Cells that are left out while the line goes in. */
  words?: readonly WordCell[];
}

/** An event before it is counted among its equals. */
type UnnamedEvent = Omit<EventCandidate, keyof KnownBy>;

/** A line that was read, perhaps in one of several ways, and is not counted among the others of its file yet. */
export interface UnsettledLine extends Omit<LineReading, 'events'> {
  events: UnnamedEvent[];
  /** How it counts among others; undefined for one that does not, such as a total. */
  counts?: Parameters<LineContext['identify']>[0];
}

/**
 * The waste events of a line of a sheet: one for each measure that holds something. A line with anything wrong gives
 * its errors and no event at all; one that is a total or without waste gives neither, but says why.
 */
export const eventsOfLine = (line: SheetLine, mapping: ImportMapping, context: LineContext): LineReading =>
  settleLine(readLine(line, mapping, context), context);

/** As `eventsOfLine`, but nothing is counted: a line may be read again with another mapping. */
export function readLine(line: SheetLine, mapping: ImportMapping, context: LineContext): UnsettledLine {
  if (line.errors) return { events: [], errors: line.errors, amounts: [] };
  const cells = new MappingCells(line, mapping);
  const total = readTotal(line, cells, context);
  if (total) return total;
  const events = readEvents(cells, context);
  const { amounts, errors, words } = cells;
  if (mapping.totalLines !== 'keep' && context.totals.addsUpByItself(amounts, dayOf(cells)))
    return { events: [], errors: [], leftOut: 'total', amounts };
  const counts = { line: line.cells, cells, moment: events.moment };
  if (errors.length > 0) return { events: [], errors, amounts, counts };
  if (events.read.length === 0)
    return { events: [], errors, amounts, counts, leftOut: amounts.length > words.length ? 'zero' : 'empty' };
  return { events: events.read, errors, amounts, counts, ...(words.length > 0 && { words }) };
}

/** What a line says of its day, once it was read. */
function dayOf({ mapping: { dates }, errors }: MappingCells): 'own' | 'none' | 'unreadable' {
  if (dates.column === undefined) return 'none';
  const fault = errors.find(({ column }) => column === dates.column);
  if (fault?.code === 'import.missingValue') return 'none';
  // A day that does not exist was meant as one.
  return fault?.code === 'import.notADate' && /^\p{L}\D*$/u.test(fault.raw.trim()) ? 'unreadable' : 'own';
}

/** The events as far as they are right, and the moment that the line says for all of them. What is wrong stands in `cells.errors`. */
function readEvents(
  cells: MappingCells,
  context: LineContext,
): { read: UnnamedEvent[]; moment: LocalMoment | undefined } {
  const { mapping } = cells;
  const shared = readShared(cells);
  const ofLine = placesAndDaysInHeads(mapping) ? undefined : readPlaceAndTime(cells, { head: undefined, context });
  const read: UnnamedEvent[] = [];
  for (const { measure, head } of measuresRead(mapping)) {
    const measured = readMeasure(measure, cells);
    const stageId = stageOfHead(head) ?? readStage(measure.stage ?? mapping.stage, cells);
    const { place, moment } = ofLine ?? (measured ? readPlaceAndTime(cells, { head, context }) : nowhere);
    if (!measured || !place || !moment || stageId === undefined) continue;
    const names = namesOf(measure, cells);
    read.push(
      eventOf({
        shared,
        place,
        moment,
        names: head === undefined ? names : { ...names, ...namesOfHead(head) },
        measured,
        stageId,
        measure: measure.name,
      }),
    );
  }
  checkTotal(cells, read);
  return { read, moment: ofLine?.moment };
}

/** Counts a line among the others of its file, whatever becomes of it; once for each line, in the order of the sheet. */
export function settleLine(
  { events, errors, amounts, leftOut, words, counts }: UnsettledLine,
  { totals, identify }: LineContext,
): LineReading {
  if (leftOut === 'total') totals.endBlock();
  if (!counts) return { events: [], errors, amounts, leftOut };
  const identityOf = identify(counts);
  totals.add(amounts);
  return { events: events.map((event) => Object.assign(event, identityOf(event))), errors, amounts, leftOut, words };
}

/** The line as a total that is left out; undefined where it is none, or where the mapping keeps totals. */
function readTotal(
  line: SheetLine & { errors?: undefined },
  ofLine: MappingCells,
  { totals }: LineContext,
): UnsettledLine | undefined {
  const { mapping } = ofLine;
  const suspect = mapping.totalLines === 'keep' ? undefined : totals.suspect(ofLine);
  if (suspect === undefined) return undefined;
  // Of its own, because a line that is no total after all is read from the beginning.
  const cells = amountsOf(line, mapping);
  return totals.isTotal(cells, suspect, cells.amounts)
    ? { events: [], errors: [], leftOut: 'total', amounts: cells.amounts }
    : undefined;
}

/** Whether the mapping leaves out what a workbook hides, and this line is hidden. */
export const isLeftHidden = ({ hidden }: SheetLine, { hiddenLines }: ImportMapping): boolean =>
  hidden === true && hiddenLines === 'leaveOut';

/** A line that a rule of the mapping takes out: what its measures state is counted all the same. */
export function filteredLine(
  line: SheetLine,
  mapping: ImportMapping,
  leftOut: 'filtered' | 'hidden' | 'repeated' = 'filtered',
): LineReading {
  const amounts = line.errors ? [] : amountsOf(line, mapping).amounts.filter(({ unit }) => unit !== null);
  return { events: [], errors: [], leftOut, amounts };
}

/** What scales have given, in grams, however the rest of the line is. */
export const weightsOf = (line: SheetLine, mapping: ImportMapping): number[] =>
  line.errors || isLeftHidden(line, mapping)
    ? []
    : amountsOf(line, mapping).amounts.flatMap(({ unit, grams }) =>
        grams === null || unit === 'serving' ? [] : [gramsOf(grams)],
      );

function amountsOf(line: SheetLine & { errors?: undefined }, mapping: ImportMapping): MappingCells {
  const cells = new MappingCells(line, mapping);
  for (const { measure } of measuresRead(mapping)) readMeasure(measure, cells);
  return cells;
}

/** The place that a line names, for a line without waste: it is a place all the same. Undefined where it names none. */
export function placeOfLine(
  line: SheetLine,
  mapping: ImportMapping,
): Pick<EventCandidate, 'siteName' | 'locationName'> | undefined {
  if (line.errors) return undefined;
  const cells = new MappingCells(line, mapping);
  const siteName = siteOf(cells);
  const locationName = mapping.location.sameAsSite ? siteName : cells.requiredName(mapping.location);
  return siteName === undefined || locationName === undefined ? undefined : { siteName, locationName };
}

const rolesOfPlaceAndDay: readonly (Head['role'] | undefined)[] = ['site', 'location', 'weekday', 'month', 'day'];
const placesAndDaysInHeads = ({ wide }: ImportMapping) => rolesOfPlaceAndDay.includes(wide?.heads);

type NamedPlace = Pick<EventCandidate, 'siteName' | 'locationName'>;

/** Apart, because a line without a place still says its day. */
interface PlaceAndTime {
  place: NamedPlace | undefined;
  moment: LocalMoment | undefined;
}

const nowhere: PlaceAndTime = { place: undefined, moment: undefined };

/** Of a mapping that says so, the name of the worksheet; undefined after noting that none is stated. */
function siteOf(cells: MappingCells): string | undefined {
  const { site } = cells.mapping;
  if (!site.worksheet) return cells.requiredName(site);
  const name = readName(cells.sheet ?? '');
  if (name.ok && name.value !== '') return name.value;
  cells.refuse(undefined, name.ok ? failed('import.missingValue') : name);
  return undefined;
}

function readPlaceAndTime(
  cells: MappingCells,
  { head, context }: { head: Head | undefined; context: LineContext },
): PlaceAndTime {
  const { mapping } = cells;
  const siteName = head?.role === 'site' ? head.value : siteOf(cells);
  const ofHeads = head?.role === 'location' ? head.value : cells.requiredName(mapping.location);
  const locationName = mapping.location.sameAsSite ? siteName : ofHeads;
  const zone = siteName === undefined ? undefined : zoneOf(siteName, cells, context);
  const moment = readMoment(cells, { zone: zone ?? 'UTC', head, read: context });
  return {
    place: siteName === undefined || locationName === undefined ? undefined : { siteName, locationName },
    moment,
  };
}

function readShared(
  cells: MappingCells,
): Pick<EventCandidate, 'line' | 'daypartName' | 'sourceName' | 'containerName' | 'note'> {
  const { mapping } = cells;
  const noteColumn = mapping.note?.column;
  const note = noteColumn === undefined ? undefined : cells.take(noteColumn, readNote(cells.raw(noteColumn)));
  return {
    line: cells.line,
    daypartName: cells.name(mapping.daypart),
    sourceName: cells.name(mapping.source),
    containerName: cells.name(mapping.container),
    note: note || undefined,
  };
}

function zoneOf(siteName: string, cells: MappingCells, context: LineContext): string | undefined {
  const { mapping } = cells;
  const zone = context.siteTimeZone(siteName);
  if (zone !== undefined) return zone;
  if (mapping.unknownSites === 'create') return mapping.newSites?.timeZone;
  cells.refuse(mapping.site.column, failed('import.unknownSite', { site: siteName }));
  return undefined;
}

function readStage(stage: StageSource | undefined, cells: MappingCells): StageId | undefined {
  if (stage?.column === undefined) return stage?.constant;
  const word = cells.requiredName({ column: stage.column });
  if (word === undefined) return undefined;
  const stages = stage.values ?? STAGE_WORDS;
  if (Object.hasOwn(stages, word)) return stages[word];
  if (stage.otherwise !== undefined) return stage.otherwise;
  cells.refuse(stage.column, failed('import.unknownStage', { known: Object.keys(stages).join(', ') }));
  return undefined;
}

interface EventParts {
  shared: ReturnType<typeof readShared>;
  place: NamedPlace;
  moment: LocalMoment;
  names: ReturnType<typeof namesOf>;
  measured: Measured;
  stageId: StageId;
  measure: string;
}

/**
 * Field by field, in one form for all of a million: objects that are spread into each other take several times as long, and so
 * do those that get fields later, for which what the event is known by has its place already.
 */
function eventOf({ shared, place, moment, names, measured, stageId, measure }: EventParts): EventCandidate {
  return {
    clientEventUuid: '',
    contentHash: '',
    line: shared.line,
    measure,
    siteName: place.siteName,
    locationName: place.locationName,
    localDate: moment.localDate,
    localTime: moment.localTime,
    instant: moment.instant,
    precision: moment.precision,
    stageId,
    itemName: names.itemName,
    reasonName: names.reasonName,
    sourceName: names.sourceName ?? shared.sourceName,
    sinkName: names.sinkName,
    daypartName: names.daypartName ?? shared.daypartName,
    containerName: shared.containerName,
    countsAsWaste: names.countsAsWaste,
    netGrams: measured.netGrams,
    grossGrams: measured.grossGrams,
    tareGrams: measured.tareGrams,
    enteredValue: measured.enteredValue,
    enteredUnit: measured.enteredUnit,
    estimated: measured.estimated,
    quantity: measured.quantity,
    costAmount: measured.costAmount,
    currency: measured.currency,
    note: shared.note,
  };
}

function namesOf(
  measure: Measure,
  cells: MappingCells,
): Pick<EventCandidate, 'itemName' | 'reasonName' | 'sinkName' | 'countsAsWaste' | 'daypartName' | 'sourceName'> {
  const { mapping } = cells;
  const sink = measure.sink ?? mapping.sink;
  return {
    itemName: cells.name(measure.item ?? mapping.item),
    reasonName: cells.name(measure.reason ?? mapping.reason),
    sinkName: cells.name(sink),
    countsAsWaste: sink?.countsAsWaste ?? true,
  };
}
