import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addEvents, addLocation, addSite, weeksOfEvents } from '../../../tests/support/factories';
import { newOrganisation, signedInAs, tokenOf } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';

type Agent = Awaited<ReturnType<typeof signedInAs>>;

const permissions = ['VIEW_CCM_TOOLS_TAB', 'EDIT_BASELINES', 'VIEW_PERFORMANCE_DASHBOARD'] as const;
const mondays = ['2026-01-05', '2026-01-12', '2026-01-19', '2026-01-26', '2026-02-02', '2026-02-09'] as const;

let app: TestApp;
let organisationId: number;
let siteId: number;
let locationId: number;
let agent: Agent;
let stranger: Agent;

beforeAll(async () => {
  app = await testApp();
  stranger = await signedInAs(app, { organisationId: await newOrganisation(app), permissions });
});

beforeEach(async () => {
  organisationId = await newOrganisation(app);
  siteId = await addSite(app, { organisationId, name: 'Harbour School' });
  locationId = await addLocation(app, { organisationId, siteId, name: 'Kitchen' });
  await addEvents(app, {
    organisationId,
    locationId,
    events: weeksOfEvents({ weekStart: mondays[0], gramsOfWeeks: [100, 110, 120, 100, 90, 80], cost: 1 }),
  });
  await app.runJobs();
  agent = await signedInAs(app, { organisationId, permissions });
});

const page = (rest = '', at = locationId, of = organisationId) => `/baselines/${of}/${at}/8${rest}`;
const read = async (path: string) => {
  const { text, status } = await agent.get(path);
  return { text, status, words: text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ') };
};
/** Sends the form of a preview. */
async function confirm(path: string, more: Record<string, string> = {}) {
  const { text, status } = await agent.get(path);
  expect([path, status]).toEqual([path, 200]);
  const form = text.split(`action="${path.replace(/\?.*/, '')}"`)[1]?.split('</form>')[0] ?? '';
  const fields = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
    name as string,
    value as string,
  ]);
  return agent
    .post(path.replace(/\?.*/, ''))
    .type('form')
    .send({
      ...(Object.fromEntries(fields) as Record<string, string>),
      _csrf: tokenOf(text),
      reason: 'New menu',
      ...more,
    });
}
/** By the label of a row, its figures before and after. */
const effect = (text: string, label: string) => {
  const row = new RegExp(`<th scope="row">${label}</th>([\\s\\S]*?)</tr>`).exec(text)?.[1] ?? '';
  return [...row.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell]) =>
    (cell ?? '')
      .replace(/<span class="visually-hidden">[^<]*<\/span>/g, '')
      .replace(/<[^>]+>/g, '')
      .trim(),
  );
};
/** As the dashboard has it, for the weeks of its usual range. */
async function dashboard(): Promise<string> {
  const { body } = await agent.get(
    '/rest/v1/performance/locationSummary?startDate=2025-12-15&endDate=2026-03-15&wasteStageId=8',
  );
  const [{ weightVsBaseline }] = (body as { performances: [{ weightVsBaseline: number }] }).performances;
  const text = Intl.NumberFormat('en-US', {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
  return text.format(weightVsBaseline).replace('-', '−');
}
const states = async () =>
  (
    await app.db
      .selectFrom('baseline')
      .select(['state', 'method'])
      .where('organisation_id', '=', organisationId)
      .orderBy('id')
      .execute()
  ).map(({ state, method }) => `${state} ${method}`);

describe('the list', () => {
  it('says where each location and stage stands, on the page and in the file', async () => {
    const young = await addLocation(app, { organisationId, siteId, name: 'Young', stages: [8] });
    const { words, text } = await read('/baselines');
    expect(words).toMatch(/Kitchen.*Accepted/);
    expect(text).toContain(`href="${page('', young)}"`);
    expect((await read('/baselines?state=none')).words).toMatch(/Young/);
    expect((await read('/baselines?state=none')).text).not.toContain(page());
    expect((await read('/baselines?state=rejected')).words).toContain('No results');
    const file = (await agent.get('/rest/v1/baselines/export?state=accepted')).text;
    expect(file).toMatch(/Harbour School[^\n]*Kitchen[^\n]*Accepted/);
    expect(file).not.toContain('Young');
  });

  it('is of what somebody sees, and for nobody without the permission', async () => {
    const other = await addLocation(app, { organisationId, siteId, name: 'Other', stages: [8] });
    const limited = await signedInAs(app, { organisationId, permissions, locations: [other] });
    const { text } = await limited.get('/baselines');
    expect([text.includes('Other'), text.includes('Kitchen')]).toEqual([true, false]);
    expect((await limited.get(page())).status).toBe(404);
    expect((await limited.get(page(`/manual?weeks=${mondays[3]}`))).status).toBe(404);
    expect((await stranger.get(`/baselines?organisationId=${organisationId}`)).status).toBe(404);
    expect((await stranger.get(page())).status).toBe(404);
    const reader = await signedInAs(app, { organisationId, permissions: ['VIEW_CCM_TOOLS_TAB'] });
    const shown = await reader.get(page());
    expect([shown.status, /<form[^>]*action="\/baselines\//.test(shown.text)]).toEqual([200, false]);
    expect((await reader.get(page(`/manual?weeks=${mondays[3]}`))).headers.location).toBe('/home');
    const nobody = await signedInAs(app, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE'] });
    expect((await nobody.get('/baselines')).headers.location).toBe('/home');
  });
});

describe('a decision', () => {
  it('to accept makes of the dashboard’s figure what was previewed', async () => {
    const proposing = page(`/propose?weeks=${mondays[3]}&weeks=${mondays[4]}`);
    const before = await dashboard();
    const proposed = await read(proposing);
    expect(effect(proposed.text, 'Weight vs. baseline')[0]).toBe(before);
    expect((await confirm(proposing)).headers.location).toBe(page('?done=propose'));
    expect(await states()).toEqual(['ACTIVE AUTO', 'PROPOSED MANUAL']);
    const there = await read(page());
    const accepting = /href="([^"]+\/accept\?baselineId=\d+)"/.exec(there.text)?.[1] ?? '';
    const [was, becomes] = effect((await read(accepting)).text, 'Weight vs. baseline');
    expect([was, await dashboard(), await states()]).toEqual([before, before, ['ACTIVE AUTO', 'PROPOSED MANUAL']]);
    expect(becomes).not.toBe(was);
    expect((await confirm(accepting)).headers.location).toBe(page('?done=accept'));
    expect([await dashboard(), await states()]).toEqual([becomes, ['RETIRED AUTO', 'ACTIVE MANUAL']]);
    const { words } = await read(page());
    expect(words).toMatch(/Proposal accepted.*New menu.*Baseline proposed/);
  });

  it('to reject leaves the figures, and says so', async () => {
    await confirm(page(`/propose?weeks=${mondays[3]}`));
    const before = await dashboard();
    const rejecting = /href="([^"]+\/reject\?baselineId=\d+)"/.exec((await read(page())).text)?.[1] ?? '';
    expect((await read(rejecting)).words).toContain('The active baseline will not change.');
    expect((await confirm(rejecting)).headers.location).toBe(page('?done=reject'));
    expect([await dashboard(), await states()]).toEqual([before, ['ACTIVE AUTO', 'REJECTED MANUAL']]);
  });

  it('to set weeks, and to start over with an overlap, is previewed, done and kept', async () => {
    const setting = page(`/manual?weeks=${mondays[2]}`);
    const [, set] = effect((await read(setting)).text, 'Weight vs. baseline');
    expect((await confirm(setting)).headers.location).toBe(page('?done=manual'));
    expect(await dashboard()).toBe(set);
    const rebasing = page(`/rebase?fromWeek=${mondays[1]}&overlapWeeks=2`);
    const preview = await read(rebasing);
    const [, started] = effect(preview.text, 'Weight vs. baseline');
    expect(preview.words).toContain('vs. old baseline');
    expect((await confirm(rebasing)).headers.location).toBe(page('?done=rebase'));
    expect(await dashboard()).toBe(started);
    expect((await read(page())).words).toContain('vs. old baseline');
    const [row] = await app.db
      .selectFrom('audit_log')
      .select('after')
      .where('organisation_id', '=', organisationId)
      .where('action', '=', 'baseline.rebase')
      .execute();
    expect(row?.after).toMatchObject({ fromWeek: mondays[1], overlapWeeks: 2, reason: 'New menu' });
    expect((await confirm(page('/auto?enabled=off'))).headers.location).toBe(page('?done=auto'));
    expect((await read(page())).words).toContain('Auto-baseline turned off');
  });

  it('is asked again once somebody else was faster', async () => {
    const setting = page(`/manual?weeks=${mondays[3]}`);
    const { text } = await agent.get(setting);
    await confirm(page(`/propose?weeks=${mondays[2]}`));
    const seen = /name="seen" value="([^"]+)"/.exec(text)?.[1] ?? '';
    const refused = await confirm(setting, { seen });
    expect([refused.status, refused.text.includes('has changed since you opened')]).toEqual([409, true]);
    expect(await states()).toEqual(['ACTIVE AUTO', 'PROPOSED MANUAL']);
  });

  it.each([
    ['/manual?weeks=', 422, 'Choose at least one week.'],
    [`/manual?weeks=${mondays[5]}`, 422, 'is not complete yet'],
    [`/rebase?fromWeek=${mondays[5]}&overlapWeeks=0`, 409, 'No three consecutive weeks meet the criteria'],
    ['/rebase?fromWeek=2026-01-13', 422, 'is not a Monday'],
  ])('%s is refused where it was chosen', async (rest, status, sentence) => {
    const answer = await read(page(rest));
    expect([answer.status, answer.words.includes(sentence)]).toEqual([status, true]);
  });

  it('needs a reason, and keeps what was chosen', async () => {
    const answer = await confirm(page(`/manual?weeks=${mondays[3]}`), { reason: ' ' });
    expect([answer.status, answer.text.includes(`name="weeks" value="${mondays[3]}"`)]).toEqual([422, true]);
    expect(await states()).toEqual(['ACTIVE AUTO']);
  });
});
