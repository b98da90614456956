import fc from 'fast-check';
import { expect, it } from 'vitest';
import { elementCodes } from '../../domain/catalogue/refdata.contract';
import { indexAlerts } from './alert-index.rules';
import { operators } from './alerts.contract';
import { matches, type WatchedEvent, type WatchingAlert } from './alerts.rules';

const few = fc.integer({ min: 0, max: 3 });
const orNone = fc.option(fc.integer({ min: 1, max: 4 }), { nil: null });
const cents = fc.integer({ min: 0, max: 6 });

/** A location in a site and a device at a location, or all of what they stand in. */
const place = fc.tuple(few, few, few).map(([siteId, locationId, deviceId]) => ({
  siteId,
  locationId: siteId && locationId,
  deviceId: siteId && locationId && deviceId,
}));

const alerts: fc.Arbitrary<WatchingAlert[]> = fc
  .array(
    fc.tuple(
      place,
      fc.constantFrom(...operators),
      fc.constantFrom(null, 'EUR', 'USD'),
      cents,
      fc.uniqueArray(fc.constantFrom(...elementCodes), { maxLength: 3 }),
      fc.array(fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1 }), { minLength: 3, maxLength: 3 }),
    ),
    { maxLength: 40 },
  )
  .map((drawn) =>
    drawn.map(([at, operator, currencyCode, threshold, types, values], alertId) => ({
      alertId,
      ...at,
      operator,
      currencyCode,
      threshold: currencyCode === null ? threshold : threshold * 100,
      refs: types.map((elementCode, nth) => ({ elementCode, ids: new Set(values[nth]) })),
    })),
  );

const events: fc.Arbitrary<WatchedEvent> = fc
  .record({
    eventId: few,
    siteId: few,
    locationId: few,
    deviceId: orNone,
    stageId: fc.constantFrom(1, 2),
    itemId: orNone,
    reasonId: orNone,
    sourceId: orNone,
    sinkId: orNone,
    daypartId: orNone,
    containerId: orNone,
    netGrams: cents.map((value) => value / 100),
    costAmount: fc.option(
      cents.map((value) => value / 100),
      { nil: null },
    ),
    costCurrency: fc.constantFrom('EUR', 'USD'),
    countsAsWaste: fc.boolean(),
    occurredAt: fc.constant(new Date(0)),
  })
  .map((drawn) => (drawn.costAmount === null ? { ...drawn, costCurrency: null } : drawn));

it('the index finds exactly what holding the event against every alert finds', () => {
  let found = 0;
  fc.assert(
    fc.property(alerts, fc.array(events, { minLength: 1, maxLength: 10 }), (all, some) => {
      const index = indexAlerts(all);
      for (const event of some) {
        const naive = all.filter((one) => matches(one, event)).map(({ alertId }) => alertId);
        found += naive.length;
        expect(
          index
            .find(event)
            .map(({ alertId }) => alertId)
            .sort((a, b) => a - b),
        ).toEqual(naive);
      }
    }),
    { numRuns: 1_500 },
  );
  expect(found).toBeGreaterThan(500);
});
