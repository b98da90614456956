import type { DayCounts } from '../../domain/calendar/calendar.contract';
import { selectEvents, type EventConditions, type EventSelection } from '../../domain/events';
import type { EventSums } from '../../domain/events/event-sums.contract';
import { findBaselineWeeks, sumEvents } from '../../domain/measures';
import { guestStageIds, leftByGuests } from '../../domain/places/guest-stages.rules';
import type { Viewer } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import { weekdayOf } from '../../platform/time';
import { countDays } from '../calendar';
import type { EventsFilter } from './events.contract';
import { notSaid, references } from './events.filters';
import type { SummedFigure } from './figure-address.rules';
import { maySee } from './figure-kinds';
import { readFigure } from './figure.rules';
import type { Reckoning } from './reckoning.contract';
import { daysOf, weekSpans, type WeekSpan } from './reckoning.rules';
import { reckonBar, reckonFigure } from './reckoning.service';

/** What counts, told apart from what is donated. */
function countsOf(counts: 'yes' | 'no' | 'donated' | 'thrownAway' | 'all' | undefined) {
  if (counts === 'donated') return { donated: true };
  if (counts === 'thrownAway') return { counts: true, donated: false };
  return { counts: flag(counts) };
}

const stagesOf = (stage: EventsFilter['wasteStageId']) =>
  stage === leftByGuests ? { stageIds: guestStageIds } : { wasteStageId: stage };

const flag = (answer: 'yes' | 'no' | 'all' | undefined) =>
  answer === 'yes' ? true : answer === 'no' ? false : undefined;

/** What the filters mean; `zone` is the clock of the days on which events were recorded. */
function conditionsOf(filter: EventsFilter, zone: string): EventConditions {
  const {
    startDate,
    endDate,
    siteId,
    locationId,
    wasteStageId,
    countryCode,
    regionName,
    segmentName,
    state,
    costFrom,
    currency,
    importBatchId,
    eventId,
    recordedFrom,
    recordedTo,
  } = filter;
  const values = references.flatMap(([field]) =>
    typeof filter[field] === 'number' && field !== 'itemId' ? [[field, filter[field]]] : [],
  );
  return {
    startDate,
    endDate,
    siteId,
    locationId,
    ...stagesOf(wasteStageId),
    countryCode,
    regionName,
    segmentName,
    state,
    costFrom,
    currency,
    importBatchId,
    eventId,
    ...Object.fromEntries(values),
    categoryId: typeof filter.itemId === 'number' ? filter.itemId : undefined,
    unsaid: references.flatMap(([field]) => (filter[field] === notSaid ? [field] : [])),
    ...countsOf(filter.counts),
    estimated: flag(filter.estimated),
    recorded: { from: recordedFrom, to: recordedTo, zone },
  };
}

export interface Chosen {
  /** What the filters come to. */
  conditions: EventConditions;
  selection: EventSelection;
  /** null: too many to be added up. */
  sums: EventSums | null;
  reckoning: Reckoning | null;
  /** Of a figure that its address sums up. */
  summed: Summed | null;
}

interface Summed {
  kind: SummedFigure;
  /** The open days of the range at its location. */
  days: DayCounts | null;
}

/**
 * The events of a filter, what they come to, and how the figure that they are behind was reckoned.
 * @throws 404 for a figure or a baseline that the viewer does not see
 */
export async function chooseEvents(
  db: Db,
  viewer: Viewer,
  { filter, url, now }: { filter: EventsFilter; url: string; now: Date },
): Promise<Chosen> {
  const figure = filter.figure === undefined ? null : readFigure(filter.figure);
  if (figure && !maySee(viewer, figure.kind)) throw fail.notFound('events.unknownFigure');
  const compared =
    figure && 'place' in figure
      ? await (filter.week === undefined
          ? reckonFigure(db, viewer, { figure, filter, url })
          : reckonBar(db, viewer, { figure, filter: { ...filter, week: filter.week }, url }))
      : null;
  const conditions = compared?.conditions ?? {
    ...conditionsOf(filter, viewer.organisation.timeZone),
    ...(await ofBaseline(db, viewer, filter)),
  };
  const selection = await selectEvents(db, viewer.scope, conditions);
  const known = compared?.reckoning.halves[compared.reckoning.half]?.sums;
  const summed =
    figure && !('place' in figure)
      ? { kind: figure.kind, days: await countedDays(db, viewer, { kind: figure.kind, filter, now }) }
      : null;
  const sums =
    known === undefined
      ? await sumEvents(db, viewer.scope, {
          filter: conditions,
          selection,
          asOfNow: summed?.kind === 'dayTotal' || !(conditions.spans ?? []).every(isWholeWeeks),
        })
      : known;
  return { conditions, selection, sums, reckoning: compared?.reckoning ?? null, summed };
}

async function countedDays(
  db: Db,
  { scope }: Viewer,
  { kind, filter, now }: { kind: SummedFigure; filter: EventsFilter; now: Date },
): Promise<DayCounts | null> {
  const { locationId, startDate, endDate } = filter;
  if (kind !== 'openDays' || locationId === undefined || startDate === undefined || endDate === undefined) return null;
  return countDays(db, scope, { locationId, from: startDate, to: endDate, now });
}

/** The weeks that a baseline was made of, as far as they lie in the range. */
async function ofBaseline(
  db: Db,
  viewer: Viewer,
  { baselineId, startDate = '0001-01-01', endDate = '9999-12-31' }: EventsFilter,
): Promise<EventConditions> {
  if (baselineId === undefined) return {};
  const weeks = maySee(viewer, 'total') ? await findBaselineWeeks(db, viewer.scope, baselineId) : [];
  const [first] = weeks;
  if (!first) throw fail.notFound('events.unknownBaseline');
  const spans = weekSpans(weeks)
    .map(({ from, to, ...span }) => ({
      ...span,
      from: from > startDate ? from : startDate,
      to: to < endDate ? to : endDate,
    }))
    .filter(({ from, to }) => from <= to);
  return { wasteStageId: first.stageId, counts: true, ...daysOf(spans), spans };
}

/** The roll-ups that spans are added up from know whole weeks. */
const isWholeWeeks = ({ from, to }: WeekSpan) => weekdayOf(from) === 1 && weekdayOf(to) === 7;
