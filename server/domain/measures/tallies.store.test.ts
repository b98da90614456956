import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { newOrganisation } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { addDays, weekStartOf } from '../../platform/time';
import { listTallies } from './tallies.store';
import { tallyOf } from './weight-accuracy.rules';

let app: TestApp;
let organisationId: number;
let siteId: number;
const first = '2026-01-05';

beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app);
  siteId = await addSite(app, { organisationId });
});

const scope = () => ({ organisationId, restriction: null });

it('SQL tallies days exactly as the rules do', async () => {
  const grams = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 10_000 }));
  const days = fc.array(
    fc.record({
      closed: fc.boolean(),
      check: grams,
      at: fc.constantFrom(1.05, 1.0499, 1, 0.5, 3),
      own: grams,
      exact: fc.boolean(),
    }),
    { minLength: 1, maxLength: 20 },
  );
  await fc.assert(
    fc.asyncProperty(days, async (made) => {
      // Half of them lie at the limit.
      const sums = made.map(({ closed, check, at, own, exact }) => ({
        closed,
        checkGrams: check,
        wasteGrams: exact ? Math.round(check * at * 100) / 100 : own,
      }));
      const locationId = await addLocation(app, { organisationId, siteId });
      await app.db
        .insertInto('location_day')
        .values(
          sums.map(({ closed, checkGrams }, at) => ({
            organisation_id: organisationId,
            location_id: locationId,
            local_date: addDays(first, at),
            week_start: weekStartOf(addDays(first, at)),
            is_open: !closed,
            check_g: checkGrams,
          })),
        )
        .execute();
      // In two stages: bins hold all of them.
      const recorded = sums.flatMap(({ wasteGrams }, at) =>
        wasteGrams === 0
          ? []
          : [8, 9].map((stage) => ({
              organisation_id: organisationId,
              location_id: locationId,
              local_date: addDays(first, at),
              week_start: weekStartOf(addDays(first, at)),
              stage_id: stage,
              txn: 1,
              g:
                stage === 8
                  ? Math.floor(wasteGrams / 2)
                  : Math.round((wasteGrams - Math.floor(wasteGrams / 2)) * 100) / 100,
              cost: 0,
              first_at: app.clock.now(),
              last_at: app.clock.now(),
            })),
      );
      if (recorded.length > 0) await app.db.insertInto('rollup_day').values(recorded).execute();
      const found = await listTallies(app.db, scope(), {
        places: [{ locationId, from: first }],
        to: addDays(first, 30),
      });
      const { wasteGrams, checkGrams, ...counts } = tallyOf(sums);
      const weighedDays = sums.filter((day) => !day.closed && day.checkGrams > 0).length;
      expect(found.get(locationId)).toEqual({
        ...counts,
        weighedDays,
        wasteGrams: expect.closeTo(wasteGrams, 4),
        checkGrams: expect.closeTo(checkGrams, 4),
      });
    }),
    { numRuns: 25 },
  );
});

it('sees each location from its own day on, and none that is out of sight', async () => {
  const add = async (check: number) => {
    const locationId = await addLocation(app, { organisationId, siteId });
    await app.db
      .insertInto('location_day')
      .values(
        [0, 1, 2].map((at) => ({
          organisation_id: organisationId,
          location_id: locationId,
          local_date: addDays(first, at),
          week_start: first,
          is_open: true,
          check_g: check,
        })),
      )
      .execute();
    return locationId;
  };
  const [one, other] = [await add(100), await add(0)];
  const places = [
    { locationId: one, from: addDays(first, 1) },
    { locationId: other, from: first },
  ];
  const found = await listTallies(app.db, scope(), { places, to: addDays(first, 1) });
  expect(
    [found.get(one), found.get(other)].map((tally) => [tally?.openDays, tally?.incompleteDays, tally?.weighedDays]),
  ).toEqual([
    [1, 0, 1],
    [2, 2, 0],
  ]);
  const limited = await listTallies(
    app.db,
    { organisationId, restriction: { sites: [], locations: [other] } },
    { places, to: addDays(first, 1) },
  );
  expect([...limited.keys()]).toEqual([other]);
  const stranger = await listTallies(
    app.db,
    { organisationId: await newOrganisation(app), restriction: null },
    { places, to: first },
  );
  expect(stranger.size).toBe(0);
});
