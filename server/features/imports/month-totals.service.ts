import { openDaysOfMonths, publicHolidays } from '../../domain/calendar';
import type { Trx } from '../../platform/db/database';
import { localDateOf, type LocalDate } from '../../platform/time';
import type { EventCandidate, LineError } from './event-candidate.contract';
import { sha256, shareUuid } from './event-identity';
import type { ImportMapping } from './mapping.contract';
import { daysOfMonth, monthOf, spreadOver } from './month-totals.rules';
import type { ReadLine } from './sheet.batches';

interface Placing {
  organisationId: number;
  mapping: ImportMapping;
  now: Date;
  timeZone(siteName: string): string;
  /** Below zero: a location that the import would make. */
  locationId(event: EventCandidate): number | undefined;
}

/** Whether totals of months must find their days, for which the calendars of locations are asked. */
export const placesMonths = ({ dates, wide }: ImportMapping) =>
  dates.monthTotals !== 'firstDay' && (wide?.heads === 'month' || dates.precision === 'month');

/**
 * Puts the totals of months where the mapping wants them: on the last open day of the month that has been, or in equal shares
 * on all of them. A line of which a month has no open day is refused.
 */
export async function placeMonthTotals<L extends ReadLine>(
  trx: Trx,
  placing: Placing,
  lines: readonly L[],
): Promise<L[]> {
  const { mapping, organisationId, now, timeZone, locationId } = placing;
  if (!placesMonths(mapping)) return [...lines];
  const months = new Map<string, { locationId: number; month: string }>();
  for (const event of lines.flatMap((line) => line.events)) {
    const id = locationId(event);
    if (event.precision === 'month' && id !== undefined && id > 0)
      months.set(`${id} ${monthOf(event.localDate)}`, { locationId: id, month: monthOf(event.localDate) });
  }
  const open = await openDaysOfMonths(trx, organisationId, [...months.values()]);
  const ofNewSites = new Map<string, LocalDate[]>();
  const daysFor = (event: EventCandidate): LocalDate[] => {
    const id = locationId(event);
    const [month, today] = [monthOf(event.localDate), localDateOf(now, timeZone(event.siteName))];
    if (id !== undefined && id > 0) return (open.get(`${id} ${month}`) ?? []).filter((day) => day <= today);
    const key = `${month} ${today}`;
    if (!ofNewSites.has(key)) ofNewSites.set(key, openInNewSite(mapping, month, today));
    return ofNewSites.get(key)!;
  };
  return lines.map((line) => placed(line, daysFor, mapping));
}

/** A site that is made by the import is open on every day that is no holiday of its country. */
function openInNewSite({ newSites }: ImportMapping, month: string, today: LocalDate): LocalDate[] {
  const closed = new Set(
    newSites ? publicHolidays(newSites.country, Number(month.slice(0, 4))).map(({ day }) => day) : [],
  );
  return daysOfMonth(month, today).filter((day) => !closed.has(day));
}

/** Its day and amount are part of its content: another day or share of the same month is told from what is there. */
function knownAsShare(share: EventCandidate, place: number): EventCandidate {
  const contentHash = sha256(
    JSON.stringify([share.contentHash, share.localDate, share.netGrams, share.costAmount ?? null]),
  );
  return { ...share, contentHash, earlierUuid: place === 0 ? share.earlierUuid : undefined };
}

function placed<L extends ReadLine>(
  line: L,
  daysFor: (event: EventCandidate) => LocalDate[],
  mapping: ImportMapping,
): L {
  if (!line.events.some(({ precision }) => precision === 'month')) return line;
  const errors: LineError[] = [];
  const events = line.events.flatMap((event) => {
    if (event.precision !== 'month') return [event];
    const days = daysFor(event);
    const last = days.at(-1);
    if (last === undefined) {
      errors.push({
        line: event.line,
        column: mapping.dates.column ?? event.measure,
        code: 'import.noOpenDay',
        params: { month: monthOf(event.localDate) },
        raw: '',
      });
      return [];
    }
    const shares =
      mapping.dates.monthTotals === 'spread'
        ? spreadOver(event, { days, uuidOf: shareUuid })
        : [{ ...event, localDate: last }];
    return shares.map(knownAsShare);
  });
  return errors.length > 0
    ? { ...line, events: [], errors: [...line.errors, ...errors.slice(0, 1)] }
    : { ...line, events };
}
