import { beforeAll, describe, expect, it } from 'vitest';
import { newOrganisation, signedInAs } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { loadFairfax } from './fairfax';

let app: TestApp;
let agent: Awaited<ReturnType<typeof signedInAs>>;
const may = { startDate: '2025-04-28', endDate: '2025-06-01' };

beforeAll(async () => {
  app = await testApp();
  const organisationId = await newOrganisation(app);
  await loadFairfax(app.resources, {
    organisationId,
    createdBy: null,
    dataDir: 'scripts/demo-data',
    say: () => undefined,
  });
  agent = await signedInAs(app, {
    organisationId,
    permissions: [
      'VIEW_BASE_LPO_PAGE',
      'VIEW_PERFORMANCE_DASHBOARD',
      'EDIT_TRANSACTIONS',
      'VIEW_NEW_FOOD_WASTE_DASHBOARD',
    ],
  });
});

const periodRows = async (period: string): Promise<{ locationId: number }[]> =>
  (await agent.get(`/rest/v1/locationStatus/${period}`).query({ wasteStageId: 8 })).body;

describe('the real data of the demo, read back through the product’s own calls', () => {
  it('has 190 locations, at least 150 of them with a baseline', async () => {
    const [activation, baseline, reduction] = await Promise.all(
      ['preBaselinePeriod', 'baselinePeriod', 'postBaselinePeriod'].map(periodRows),
    );
    const locations = new Set(
      [...(activation ?? []), ...(baseline ?? []), ...(reduction ?? [])].map(({ locationId }) => locationId),
    );
    expect(locations.size).toBe(190);
    expect(reduction?.length).toBeGreaterThanOrEqual(150);
  });

  it('costs 169,801 USD of left-over and 3,467 USD of discarded food', async () => {
    const { body } = await agent.get('/rest/v1/waste-events/weekly-totals').query({ ...may, element: 'WASTESINK' });
    const costs = Object.fromEntries(
      (body as { refName: string; costs: { currencyCode: string; amount: number }[] }[]).map(
        ({ refName, costs: [cost] }) => [refName, `${Math.round(cost?.amount ?? 0)} ${cost?.currencyCode}`],
      ),
    );
    expect(Object.values(costs).sort()).toEqual(['169801 USD', '3467 USD']);
    expect(Object.entries(costs).find(([, cost]) => cost === '169801 USD')?.[0]).toMatch(/left over/i);
  });

  it('measures at least 150 locations against their baseline in the weeks after it', async () => {
    const { body } = await agent.get('/rest/v1/performance/locationSummary').query({ ...may, wasteStageId: 8 });
    const measured = (
      body.performances as { valueVsBaseline: number | null; weightVsBaseline: number | null }[]
    ).filter((row) => row.valueVsBaseline !== null && row.weightVsBaseline !== null);
    expect(measured.length).toBeGreaterThanOrEqual(150);
  });

  it('keeps Memorial Day closed: the last week has four open days, the first two', async () => {
    const { body } = await agent.get('/rest/v1/locationStatus/postBaselinePeriod').query({ wasteStageId: 8 });
    const [{ locationId }] = body as [{ locationId: number }];
    const weeks = (await agent.get('/rest/v1/baseline/readiness').query({ locationId, wasteStageId: 8 })).body;
    const openDays = await app.db
      .selectFrom('location_week')
      .select(['week_start', 'open_days'])
      .where('location_id', '=', locationId)
      .orderBy('week_start')
      .execute();
    expect(openDays.map((week) => week.open_days)).toEqual([2, 5, 5, 5, 4]);
    expect(weeks).toBeTruthy();
  });
});
