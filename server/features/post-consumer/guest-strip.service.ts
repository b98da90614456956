import { listRatios } from '../../domain/measures';
import { findVolumePlaces, listLocks, listVolumes, markOfVolumes, putVolumes } from '../../domain/volumes';
import type { VolumesSaved } from '../../domain/volumes/volumes.contract';
import { firstOf, lastOf, monthOf, type VolumeInput } from '../../domain/volumes/volumes.rules';
import type { Acting } from '../../platform/acting';
import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { fail, Failure, type FieldProblem } from '../../platform/errors';
import { addDays, daysBetween, type LocalDate } from '../../platform/time';
import { readCell } from '../volumes';
import { estimatedName, guestsName, stripDays } from './guest-limits.rules';
import type { GuestStrip } from './guest.contract';
import { perGuestOf } from './guest.rules';

interface StripQuery {
  locationId: number;
  locationName: string;
  siteName: string;
  start: LocalDate;
  end: LocalDate;
  stageIds: readonly number[];
  now: Date;
}

/** The days of a location, each with what is known of its guests; null where the location is not seen. */
export async function readStrip(
  db: Db,
  scope: Scope,
  { locationId, locationName, siteName, start, end, stageIds, now }: StripQuery,
): Promise<GuestStrip | null> {
  const place = (await findVolumePlaces(db, scope, { locationIds: [locationId], now })).get(locationId);
  if (!place) return null;
  const length = Math.min(daysBetween(start, end) + 1, stripDays);
  const from = addDays(end, 1 - length);
  const dates = Array.from({ length }, (_, at) => addDays(from, at));
  const months = [...new Set(dates.map(monthOf))];
  const [ratios, stored, locks] = await Promise.all([
    listRatios(db, scope, {
      metric: 'gramsPerCover',
      level: 'location',
      grain: 'day',
      stageIds,
      start: from,
      end,
      locationId,
    }),
    listVolumes(db, scope, { start: firstOf(monthOf(from)), end: lastOf(monthOf(end)), locationIds: [locationId] }),
    listLocks(db, scope, months),
  ]);
  const covers = stored.filter(({ kind }) => kind === 'COVERS');
  const totals = new Set(covers.flatMap(({ period, date }) => (period === 'MONTH' ? [monthOf(date)] : [])));
  const own = new Map(covers.flatMap((one) => (one.period === 'DAY' ? [[one.date, one]] : [])));
  const locked = new Set(
    locks.flatMap(({ siteId, month }) => (siteId === null || siteId === place.siteId ? [month] : [])),
  );
  const byDay = new Map(ratios.map((row) => [row.start, perGuestOf(row)]));
  return {
    locationId,
    locationName,
    siteName,
    mark: markOfVolumes(stored),
    left: daysBetween(start, from),
    days: dates.map((date) => {
      const row = byDay.get(date);
      const typed = own.get(date);
      return {
        date,
        open: (row?.openDays ?? 0) > 0,
        tracked: (row?.trackedDays ?? 0) > 0,
        grams: row?.g ?? 0,
        guests: typed?.value ?? null,
        estimated: typed?.estimated ?? false,
        perGuest: row?.perGuest ?? null,
        locked: locked.has(monthOf(date)),
        spread: totals.has(monthOf(date)),
        ahead: date > place.today,
      };
    }),
  };
}

interface TypedGuests {
  locationId: number;
  from: LocalDate;
  to: LocalDate;
  mark: string | undefined;
  typed: Readonly<Record<string, string | undefined>>;
  sign: ',' | '.';
}

/**
 * Writes what was typed for each day; an empty field deletes, one that was not sent leaves the day alone.
 * @throws 422 with a problem for each field; 404 where the location is not seen; 409 where others changed the days meanwhile
 */
export async function saveGuests(acting: Acting, asked: TypedGuests): Promise<VolumesSaved> {
  const { db, scope, now } = acting;
  const { locationId, mark } = asked;
  if (!(await findVolumePlaces(db, scope, { locationIds: [locationId], now })).has(locationId))
    throw fail.notFound('volumes.problem.unknownLocation');
  const inputs = await inputsOf(acting, asked);
  try {
    return await putVolumes(acting, { volumes: inputs.map(({ input }) => input), origin: 'TYPED', mark });
  } catch (error) {
    if (!(error instanceof Failure) || error.status !== 422) throw error;
    const fields = (error.options.fields ?? []).map(({ field, ...problem }) => ({
      ...problem,
      field: inputs[Number(field.split('.')[1])]?.field ?? field,
    }));
    throw fail.unprocessable(error.code, { ...error.options, fields });
  }
}

async function inputsOf(
  { db, scope }: Acting,
  { locationId, from, to, typed, sign }: TypedGuests,
): Promise<{ field: string; input: VolumeInput }[]> {
  const length = daysBetween(from, to) + 1;
  if (length < 1 || length > stripDays) throw fail.unprocessable('errors.badRequest');
  const stored = await listVolumes(db, scope, { start: from, end: to, locationIds: [locationId], kind: 'COVERS' });
  const own = new Map(stored.flatMap((one) => (one.period === 'DAY' ? [[one.date, one]] : [])));
  const problems: FieldProblem[] = [];
  const inputs = Array.from({ length }, (_, at) => {
    const date = addDays(from, at);
    const field = guestsName(at);
    const before = own.get(date);
    const text = typed[field]?.trim();
    const read =
      text === undefined || text === ''
        ? { value: text === undefined ? (before?.value ?? null) : null }
        : readCell(text, { volume: 'COVERS', sign });
    if ('code' in read)
      problems.push({
        field,
        code: read.code === 'unit' ? 'volumes.sheet.problem.unit' : 'volumes.problem.notANumber',
      });
    const input: VolumeInput = {
      locationId,
      date,
      kind: 'COVERS',
      period: 'DAY',
      currency: null,
      value: 'code' in read ? null : read.value,
      estimated: text === undefined ? (before?.estimated ?? false) : typed[estimatedName(at)] === 'on',
    };
    return { field, input };
  });
  if (problems.length > 0)
    throw fail.unprocessable('volumes.problem.notSaved', {
      params: { count: problems.length, number: problems.length },
      fields: problems,
    });
  return inputs;
}
