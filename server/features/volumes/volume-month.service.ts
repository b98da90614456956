import { openDaysOfMonths } from '../../domain/calendar';
import { listPlaces } from '../../domain/places';
import type { ChoiceSite } from '../../domain/places/secured-items.contract';
import { findVolumePlaces, listLocks, listVolumes, markOfVolumes } from '../../domain/volumes';
import {
  firstOf,
  isMoney,
  lastOf,
  monthOf,
  sumDecimals,
  volumeKinds,
  type Volume,
  type VolumeInput,
  type VolumeKind,
} from '../../domain/volumes/volumes.rules';
import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { fail, Failure } from '../../platform/errors';
import { cellDays, cellName, estimatedName, readCell } from './volume-cells.rules';
import type { VolumeLocation, VolumeMonth, VolumeRow } from './volume-month.contract';

/** The sites with the locations that are seen. */
export const listVolumeSites = async (db: Db, scope: Scope): Promise<ChoiceSite[]> =>
  (await listPlaces(db, scope)).filter(({ locations }) => locations.length > 0);

/** @throws 404 where it is not seen */
export async function selectVolumeLocation(
  db: Db,
  scope: Scope,
  { locationId, now, sites }: { locationId: number; now: Date; sites: readonly ChoiceSite[] },
): Promise<VolumeLocation> {
  const site = sites.find(({ locations }) => locations.some((one) => one.locationId === locationId));
  const location = site?.locations.find((one) => one.locationId === locationId);
  const place = (await findVolumePlaces(db, scope, { locationIds: [locationId], now })).get(locationId);
  if (!site || !location || !place) throw fail.notFound('volumes.problem.unknownLocation');
  const { siteId, siteName, whole } = site;
  return { siteId, siteName, wholeSite: whole, ...location, currency: place.currency, today: place.today };
}

const byKind = <T>(value: (kind: VolumeKind) => T) =>
  Object.fromEntries(volumeKinds.map((kind) => [kind, value(kind)])) as Record<VolumeKind, T>;

/** What was entered for a location in a month, day by day. */
export async function readVolumeMonth(
  db: Db,
  scope: Scope,
  { location, month, kind }: { location: VolumeLocation; month: string; kind?: VolumeKind | undefined },
): Promise<VolumeMonth> {
  const { locationId, siteId, currency, today } = location;
  const stored = await listVolumes(db, scope, { start: firstOf(month), end: lastOf(month), locationIds: [locationId] });
  const kinds = kind === undefined ? volumeKinds : [kind];
  const isForeign = (one: Volume) => one.currency !== null && one.currency !== currency;
  const own = new Map(
    stored.filter((one) => !isForeign(one)).map((one) => [`${one.period} ${one.kind} ${one.date}`, one]),
  );
  const open = await db
    .transaction()
    .execute((trx) => openDaysOfMonths(trx, scope.organisationId, [{ locationId, month }]));
  const openDays = new Set(open.get(`${locationId} ${month}`) ?? []);
  const row = (day: number): VolumeRow => {
    const date = day === 0 ? firstOf(month) : `${month}-${String(day).padStart(2, '0')}`;
    const values = byKind((kind) => own.get(`${day === 0 ? 'MONTH' : 'DAY'} ${kind} ${date}`) ?? null);
    return {
      day,
      date,
      ahead: day === 0 ? month >= monthOf(today) : date > today,
      closed: day > 0 && !openDays.has(date),
      estimated: kinds.some((one) => values[one]?.estimated),
      values,
    };
  };
  const rows = cellDays.slice(1, Number(lastOf(month).slice(8)) + 1).map(row);
  const locks = (await listLocks(db, scope, [month])).filter((one) => one.siteId === null || one.siteId === siteId);
  return {
    month,
    kinds,
    rows,
    total: row(0),
    sums: byKind((kind) => {
      const values = rows.flatMap(({ values: each }) => each[kind]?.value ?? []);
      return values.length > 0 ? sumDecimals(values) : null;
    }),
    foreign: stored.filter(isForeign),
    locks,
    mark: markOfVolumes(stored),
  };
}

/** A volume of the grid with the field in which it was typed. */
export interface TypedVolume {
  field: string;
  input: VolumeInput;
}

interface Typed {
  location: VolumeLocation;
  month: VolumeMonth;
  typed: Readonly<Record<string, string | undefined>>;
  sign: ',' | '.';
}

/**
 * What a form of the grid asks for. A tick holds for what is new in its row, and for all of the row where it was changed.
 * @throws 422 with a problem for each cell that is no number
 */
export function typedVolumes({ location, month, typed, sign }: Typed): TypedVolume[] {
  const volumes: TypedVolume[] = [];
  const fields: { field: string; code: 'volumes.problem.notANumber' | 'volumes.sheet.problem.unit' }[] = [];
  for (const { day, date, estimated: before, values } of [month.total, ...month.rows]) {
    const estimated = typed[estimatedName(day)] === 'on';
    for (const kind of month.kinds) {
      const field = cellName(kind, day);
      const text = typed[field]?.trim();
      const stored = values[kind];
      if (text === undefined || (text === '' && !stored)) continue;
      const read = text === '' ? { value: null } : readCell(text, { volume: kind, sign });
      if ('code' in read) {
        fields.push({
          field,
          code: read.code === 'unit' ? 'volumes.sheet.problem.unit' : 'volumes.problem.notANumber',
        });
        continue;
      }
      volumes.push({
        field,
        input: {
          locationId: location.locationId,
          date,
          period: day === 0 ? 'MONTH' : 'DAY',
          kind,
          currency: isMoney(kind) ? location.currency : null,
          value: read.value,
          estimated: stored && estimated === before ? stored.estimated : estimated,
        },
      });
    }
  }
  if (fields.length > 0)
    throw fail.unprocessable('volumes.problem.notSaved', {
      params: { count: fields.length, number: fields.length },
      fields,
    });
  return volumes;
}

/** The same refusal with the names of the fields of the grid. */
export function asGridFailure(error: unknown, volumes: readonly TypedVolume[]): unknown {
  if (!(error instanceof Failure) || error.status !== 422) return error;
  const fields = (error.options.fields ?? []).map(({ field, ...problem }) => ({
    ...problem,
    field: volumes[Number(field.split('.')[1])]?.field ?? field,
  }));
  return fail.unprocessable(error.code, { ...error.options, fields });
}
