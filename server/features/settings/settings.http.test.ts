import { beforeAll, describe, expect, it } from 'vitest';
import { addEvents, addLocation, addSite, weeksOfEvents } from '../../../tests/support/factories';
import { newOrganisation, signedInAs, tokenOf } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import type { Permission } from '../../platform/permissions';

let app: TestApp;
let organisationId: number;
let siteId: number;

beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app);
  siteId = await addSite(app, { organisationId });
  const locationId = await addLocation(app, { organisationId, siteId });
  await addEvents(app, {
    organisationId,
    locationId,
    events: weeksOfEvents({ weekStart: '2026-01-26', gramsOfWeeks: [1_000, 1_000, 1_000, 500, 500, 500] }),
  });
  await app.runJobs();
});

const stored = () =>
  app.db
    .selectFrom('organisation')
    .select(['exclusion_threshold as threshold', 'tracking_limit as tracking'])
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow();
const person = (permissions: Permission[], more: { sites?: number[] } = {}) =>
  signedInAs(app, { organisationId, permissions, ...more });

async function administrator() {
  const agent = await person(['EDIT_ORGANIZATION_SETTINGS', 'VIEW_PERFORMANCE_DASHBOARD']);
  const page = await agent.get('/account-settings');
  const save = (form: object) =>
    agent
      .post('/account-settings/organization')
      .type('form')
      .send({ _csrf: tokenOf(page.text), ...form });
  return { agent, page, save };
}

describe('the settings of an organization', () => {
  it('are changed by whoever may, with an audit row, and the figures follow', async () => {
    const { agent, save } = await administrator();
    const overall = async () =>
      (
        await agent
          .get('/rest/v1/performance/locationSummary')
          .query({ wasteStageId: 8, startDate: '2026-02-16', endDate: '2026-03-08' })
      ).body as object;
    expect(await overall()).toMatchObject({
      reductionThreshold: 0,
      overallWeightChange: -0.5,
      performances: [{ excluded: false }],
    });
    const saved = await save({ exclusionThreshold: '0.5', trackingLimit: '70' });
    expect(saved.headers.location).toBe('/account-settings?done=saved');
    expect(await stored()).toEqual({ threshold: 0.5, tracking: 0.7 });
    expect(await overall()).toMatchObject({
      reductionThreshold: 0.5,
      overallWeightChange: null,
      performances: [{ excluded: true }],
    });
    const audit = await app.db
      .selectFrom('audit_log')
      .select(['action', 'before', 'after'])
      .where('organisation_id', '=', organisationId)
      .where('entity', '=', 'organisation')
      .execute();
    expect(audit).toEqual([
      {
        action: 'organisation.changeSettings',
        before: { exclusionThreshold: 0, trackingLimit: 0.8 },
        after: { exclusionThreshold: 0.5, trackingLimit: 0.7 },
      },
    ]);
    expect((await agent.get('/account-settings?done=saved')).text).toContain('Settings saved.');
  });

  it.each([
    ['a threshold that is none', { exclusionThreshold: '0.55', trackingLimit: '70' }, 'exclusionThreshold'],
    ['no threshold', { trackingLimit: '70' }, 'exclusionThreshold'],
    ['more than all days', { exclusionThreshold: '0', trackingLimit: '101' }, 'trackingLimit'],
    ['a fraction of a per cent', { exclusionThreshold: '0', trackingLimit: '7.5' }, 'trackingLimit'],
  ])('with %s are refused, and the form is shown again', async (_, form, field) => {
    const before = await stored();
    const { save } = await administrator();
    const answer = await save(form);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(`field-${field}-error`);
    expect(await stored()).toEqual(before);
  });

  it('are read by everybody, and changed by nobody else', async () => {
    const before = await stored();
    const { page } = await administrator();
    expect(page.text).toContain('action="/account-settings/organization"');
    for (const agent of [
      await person(['EDIT_SITES']),
      await person(['EDIT_ORGANIZATION_SETTINGS'], { sites: [siteId] }),
    ]) {
      const read = await agent.get('/account-settings');
      expect(read.text).toContain('Minimum share of open days tracked');
      expect(read.text).not.toContain('action="/account-settings/organization"');
      const form = { _csrf: tokenOf(read.text), exclusionThreshold: '0.9', trackingLimit: '10' };
      expect((await agent.post('/account-settings/organization').type('form').send(form)).headers.location).toBe(
        '/home',
      );
    }
    expect(await stored()).toEqual(before);
  });
});
