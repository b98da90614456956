import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { actingIn, domain } from '../../../tests/support/acting';
import { derivedTables, wipeDerivedTables } from '../../../tests/support/derived-tables';
import { brokenInvariants } from '../../../tests/support/rollup-invariants';
import { scratchDatabase } from '../../../tests/support/scratch-database';
import {
  clockAt,
  scratchOrganisation,
  scratchValues,
  type ScratchOrganisation,
  type ScratchValues,
} from '../../../tests/support/scratch-organisation';
import type { Db, Trx } from '../../platform/db/database';
import { Failure } from '../../platform/errors';
import { addDays } from '../../platform/time';
import { editEvent, restoreEvent, voidEvent } from '../events/event-changes.service';
import type { IngestCandidate } from '../events/ingest.contract';
import { ingestEvents } from '../events/ingest.service';
import { markDirty, markLocationsDirty } from '../weeks/dirty-weeks.store';
import type { LocationWeek } from '../weeks/location-week.contract';
import { setManualBaseline, switchAutoBaseline } from './baseline.service';
import { processDirtyWeeks, rebuildEverything } from './rollups.service';

const clock = clockAt('2025-09-01T12:00:00Z');
// Nine weeks with Memorial Day, Juneteenth and Independence Day in them.
const monday = '2025-05-05';
const day = fc.integer({ min: 0, max: 62 });
const place = fc.integer({ min: 0, max: 2 });
const stageId = fc.constantFrom(8, 9);
const grams = fc.integer({ min: 0, max: 400_000 }).map((centigrams) => centigrams / 100);
const pick = fc.nat();

/** What people and devices do. Numbers pick a location, a day after `monday`, or one of the events there are. */
const steps = fc.oneof(
  // Busy weeks make baselines likely.
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('busy' as const),
      place,
      stageId,
      day: fc.integer({ min: 0, max: 40 }),
      weeks: fc.integer({ min: 1, max: 6 }),
      daily: fc.integer({ min: 2, max: 4 }),
      grams,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('report' as const),
      events: fc.array(
        fc.record({ place, stageId, day, grams, free: fc.boolean(), stock: fc.boolean(), plain: fc.boolean() }),
        { minLength: 1, maxLength: 6 },
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      pick,
      place: fc.option(place),
      stageId: fc.option(stageId),
      day: fc.option(day),
      grams: fc.option(grams),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('void' as const), pick, many: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restore' as const), pick }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('exception' as const),
      place,
      day,
      days: fc.integer({ min: 0, max: 9 }),
      open: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('pattern' as const),
      place,
      day,
      weekday: fc.integer({ min: 1, max: 7 }),
      open: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('holidays' as const), place, observed: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('close' as const), place, day: fc.option(day) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('checkWeight' as const), place, day, grams }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('auto' as const), place, enabled: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('manual' as const),
      place,
      stageId,
      weeks: fc.uniqueArray(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 3 }),
    }),
  },
  // What a location, or the organisation's first or last data week, has goes away altogether.
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('clear' as const),
      place,
      what: fc.constantFrom('location' as const, 'first' as const, 'last' as const),
    }),
  },
);
/** After a step a worker may run and take so many weeks at a time. */
const process = fc.option(fc.integer({ min: 1, max: 12 }));
type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never;

interface World {
  db: Db;
  organisation: ScratchOrganisation;
  values: ScratchValues;
}

async function perform(world: World, step: Step): Promise<void> {
  await change(world, step).catch((error: unknown) => {
    // A step that the rules refuse changes nothing.
    if (!(error instanceof Failure)) throw error;
  });
}

async function change({ db, organisation, values }: World, step: Step): Promise<void> {
  const organisationId = organisation.id;
  const acting = actingIn(db, { organisationId, clock });
  const marking = (work: (trx: Trx) => Promise<void>) => db.transaction().execute(work);
  const locationOf = (index: number) => organisation.locationIds[index] as number;
  const dayOf = (index: number) => addDays(monday, index);
  const report = (candidates: IngestCandidate[]) =>
    db.transaction().execute((trx) => ingestEvents(trx, { organisationId, origin: 'API', clock, domain }, candidates));
  const candidate = (event: { place: number; stageId: number; day: number; grams: number }): IngestCandidate => ({
    clientEventUuid: randomUUID(),
    locationId: locationOf(event.place),
    occurredAt: undefined,
    localDate: dayOf(event.day),
    stageId: event.stageId,
    itemId: values.item,
    grossGrams: event.grams,
    enteredValue: event.grams,
    enteredUnit: 'g',
    costAmount: '1.5',
  });

  switch (step.kind) {
    case 'busy': {
      const days = Array.from({ length: step.weeks * 7 }, (_, index) => step.day + index).filter(
        (index) => index <= 62,
      );
      await report(days.flatMap((one) => Array.from({ length: step.daily }, () => candidate({ ...step, day: one }))));
      return;
    }
    case 'report':
      await report(
        step.events.map(({ free, stock, plain, ...event }) => ({
          ...candidate(event),
          ...(free ? { costAmount: undefined } : {}),
          ...(stock ? { sinkId: values.stock } : { reasonId: values.reason }),
          ...(plain ? { itemId: undefined } : {}),
        })),
      );
      return;
    case 'edit': {
      const [event] = await pickEvents(db, organisationId, { pick: step.pick, voided: false });
      if (!event) return;
      const edited = {
        ...(step.place === null ? {} : { locationId: locationOf(step.place) }),
        ...(step.stageId === null ? {} : { stageId: step.stageId }),
        ...(step.day === null ? {} : { occurredAt: new Date(`${dayOf(step.day)}T03:00:00Z`) }),
        ...(step.grams === null ? {} : { grossGrams: step.grams }),
      };
      await editEvent(acting, { eventId: event.id, reason: 'wrong', change: edited });
      return;
    }
    case 'void': {
      const events = await pickEvents(db, organisationId, { pick: step.pick, voided: false });
      // Many: everything of one location's day, which may be its first or the organisation's last.
      const same = events.filter(
        (one) => one.location_id === events[0]?.location_id && one.local_date === events[0]?.local_date,
      );
      for (const event of step.many ? same : events.slice(0, 1))
        await voidEvent(acting, { eventId: event.id, reason: 'wrong' });
      return;
    }
    case 'clear': {
      const gone = await sql<LocationWeek>`
        with one as (select location_id, week_start, id from waste_event where organisation_id = ${organisationId} and voided_at is null)
        update waste_event e set voided_at = ${clock.now()}, void_reason = 'never happened' from one
        where e.organisation_id = ${organisationId} and e.id = one.id and case ${step.what}
          when 'location' then one.location_id = ${locationOf(step.place)}
          when 'first' then one.week_start = (select min(week_start) from one)
          else one.week_start = (select max(week_start) from one) end
        returning e.location_id as "locationId", e.week_start as "weekStart"`.execute(db);
      await marking((trx) => markDirty(trx, organisationId, gone.rows));
      return;
    }
    case 'restore': {
      const [event] = await pickEvents(db, organisationId, { pick: step.pick, voided: true });
      if (event) await restoreEvent(acting, { eventId: event.id, reason: 'right after all' });
      return;
    }
    case 'exception': {
      const [from, to] = [dayOf(step.day), dayOf(step.day + step.days)];
      await db
        .insertInto('calendar_exception')
        .values({
          organisation_id: organisationId,
          location_id: locationOf(step.place),
          from_date: from,
          to_date: to,
          open: step.open,
          created_at: clock.now(),
        })
        .execute();
      await marking((trx) =>
        markLocationsDirty(trx, { organisationId, locationIds: [locationOf(step.place)], from, to }),
      );
      return;
    }
    case 'pattern':
      await sql`
        insert into calendar_pattern (organisation_id, location_id, weekday, valid_from, open)
        values (${organisationId}, ${locationOf(step.place)}, ${step.weekday}, ${dayOf(step.day)}, ${step.open})
        on conflict (organisation_id, location_id, weekday, valid_from) do update set open = excluded.open`.execute(db);
      await marking((trx) =>
        markLocationsDirty(trx, { organisationId, locationIds: [locationOf(step.place)], from: dayOf(step.day) }),
      );
      return;
    case 'holidays':
      await db
        .updateTable('location')
        .set({ holidays_observed: step.observed })
        .where('id', '=', locationOf(step.place))
        .execute();
      await marking((trx) => markLocationsDirty(trx, { organisationId, locationIds: [locationOf(step.place)] }));
      return;
    case 'close':
      await db
        .updateTable('location')
        .set({ status: step.day === null ? 'A' : 'I', closed_on: step.day === null ? null : dayOf(step.day) })
        .where('id', '=', locationOf(step.place))
        .execute();
      await marking((trx) => markLocationsDirty(trx, { organisationId, locationIds: [locationOf(step.place)] }));
      return;
    case 'checkWeight': {
      const local = dayOf(step.day);
      await db
        .insertInto('check_weight')
        .values({
          organisation_id: organisationId,
          location_id: locationOf(step.place),
          weighed_at: clock.now(),
          local_date: local,
          net_g: step.grams,
        })
        .execute();
      await marking((trx) =>
        markDirty(trx, organisationId, [
          { locationId: locationOf(step.place), weekStart: addDays(monday, step.day - (step.day % 7)) },
        ]),
      );
      return;
    }
    case 'auto':
      await switchAutoBaseline(acting, { locationId: locationOf(step.place), enabled: step.enabled, reason: 'tried' });
      return;
    case 'manual':
      await setManualBaseline(acting, {
        locationId: locationOf(step.place),
        stageId: step.stageId,
        weeks: step.weeks.map((week) => addDays(monday, week * 7)),
        reason: 'better',
      });
  }
}

interface Picked {
  id: number;
  location_id: number;
  local_date: string;
}

/** The picked event first, then the others. */
async function pickEvents(
  db: Db,
  organisationId: number,
  { pick: index, voided }: { pick: number; voided: boolean },
): Promise<Picked[]> {
  const { rows } = await sql<Picked>`
    select id, location_id, local_date from waste_event
    where organisation_id = ${organisationId} and (voided_at is not null) = ${voided} order by id`.execute(db);
  const first = rows.length === 0 ? 0 : index % rows.length;
  return [...rows.slice(first), ...rows.slice(0, first)];
}

it('what is kept up step by step equals what is built from nothing', async () => {
  const { db } = await scratchDatabase();
  const seen = { baselines: 0, readiness: 0 };

  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ step: steps, process }), { minLength: 4, maxLength: 14 }), async (list) => {
      const organisation = await scratchOrganisation(db, { locations: 3 });
      const world = { db, organisation, values: await scratchValues(db, organisation.id) };
      for (const one of list) {
        await perform(world, one.step);
        if (one.process !== null)
          await processDirtyWeeks(db, { clock, domain, limit: one.process, organisationId: organisation.id });
      }
      await processDirtyWeeks(db, { clock, domain, limit: 7, organisationId: organisation.id });
      const stepwise = await derivedTables(db, organisation.id);
      expect(await brokenInvariants(db, organisation.id)).toEqual({});

      await wipeDerivedTables(db, organisation.id);
      await rebuildEverything(db, { clock, domain, organisationId: organisation.id });
      expect(await derivedTables(db, organisation.id)).toEqual(stepwise);
      seen.baselines += stepwise.baseline?.length ?? 0;
      seen.readiness += stepwise.readiness_week?.length ?? 0;
    }),
    { numRuns: 40, interruptAfterTimeLimit: 13_000 },
  );

  // Random steps that never lead to a baseline would prove nothing about it.
  expect(seen.baselines).toBeGreaterThan(0);
  expect(seen.readiness).toBeGreaterThan(0);
});
