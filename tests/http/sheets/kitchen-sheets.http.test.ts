import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { readMapping, writeMapping, type MappingJson } from '../../../server/features/imports/mapping-editor.rules';
import { missingRoles } from '../../../server/features/imports/missing-roles.rules';
import { addLocation, addSite } from '../../support/factories';
import { newOrganisation, signedInAs, tokenOf } from '../../support/people';
import { testApp, type TestApp } from '../../support/test-app';
import { kitchenSheets, type KitchenSheet } from './kitchen-sheets';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const mostClicks = 6;
/** Choosing the file, sending it, checking it and running the import. */
const clicksOfForms = 4;

async function kitchen() {
  const organisationId = await newOrganisation(app, {
    currencyCode: 'EUR',
    countryCode: 'DE',
    timeZone: 'Europe/Berlin',
    unitId: 12,
  });
  for (const name of ['Nord', 'Süd']) {
    const siteId = await addSite(app, {
      organisationId,
      name,
      countryCode: 'DE',
      timeZone: 'Europe/Berlin',
      currencyCode: 'EUR',
    });
    await addLocation(app, { organisationId, siteId, name });
  }
  return Object.assign(
    await signedInAs(app, { organisationId, permissions: ['VIEW_DATA_MANAGER', 'EDIT_TRANSACTIONS'] }),
    { organisationId },
  );
}
type Kitchen = Awaited<ReturnType<typeof kitchen>>;

const plain = (html: string) =>
  html
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');

/** Sends a file by the form of the page, to be assigned by hand. @returns the address of its mapping */
async function upload(agent: Kitchen, { file, name = 'sheet.csv' }: KitchenSheet): Promise<string> {
  const form = await agent.get('/imports/new');
  const sent = await agent
    .post('/imports')
    .field('_csrf', tokenOf(form.text))
    .field('mappingName', 'own')
    .field('mapping', '')
    .attach('file', Buffer.from((await file()) as string), name);
  expect(sent.status, plain(sent.text)).toBe(303);
  await app.runJobs();
  return `${sent.headers.location}/mapping`;
}

/** The mapping in the form of the page, and the columns that it shows. */
function formOf(html: string): { mapping: MappingJson; columns: string[] } {
  const mapping = readMapping(plain(/<textarea[^>]*name="mapping"[^>]*>([\s\S]*?)<\/textarea>/.exec(html)?.[1] ?? ''));
  if (!mapping) throw new Error('the page has no mapping');
  return {
    mapping,
    columns: [...html.matchAll(/<th scope="row">([^<]*)<\/th>/g)].map((match) => plain(match[1] ?? '')),
  };
}

async function sumsOf(organisationId: number) {
  const { rows } = await sql<{ events: number; grams: string; cost: string | null }>`
    select count(*)::int as events, coalesce(sum(net_g), 0)::text as grams, sum(cost_amount)::text as cost from waste_event where organisation_id = ${organisationId} and voided_at is null`.execute(
    app.db,
  );
  return rows[0];
}

describe('sheets as kitchens keep them, through the forms of the pages', () => {
  it.each(kitchenSheets)('$what', async (sheet) => {
    const agent = await kitchen();
    const address = await upload(agent, sheet);
    const page = await agent.get(`${address}?anew=1`);
    const { mapping: guessed, columns } = formOf(page.text);
    expect(missingRoles(guessed, columns)).toEqual(sheet.asks);
    const mapping = sheet.choices.reduce((before, choice) => choice(before), guessed);
    expect(missingRoles(mapping, columns)).toEqual([]);
    if (sheet.asks.length > 0) {
      const refused = await agent
        .post(address)
        .type('form')
        .send({ _csrf: tokenOf(page.text), mapping: writeMapping(guessed) });
      expect(refused.status).toBe(422);
    }
    const saved = await agent
      .post(address)
      .type('form')
      .send({ _csrf: tokenOf(page.text), mapping: writeMapping(mapping) });
    expect(
      saved.status,
      plain(saved.text)
        .replace(/<[^>]+>/g, ' ')
        .slice(0, 3_000),
    ).toBe(303);
    await app.runJobs();
    const own = address.replace('/mapping', '');
    const id = own.split('/').at(-1);
    const checked = await agent.get(own);
    const view = (await agent.get(`/rest/v1/imports/${id}`)).body as {
      netGrams: number;
      eventsTaken: number;
      linesRefused: number;
      state: string;
    };
    expect(view, JSON.stringify(view)).toMatchObject({
      state: 'CHECKED',
      linesRefused: sheet.refused ?? 0,
      netGrams: Number(sheet.grams),
      eventsTaken: sheet.events,
    });
    await agent
      .post(`${own}/run`)
      .type('form')
      .send({ _csrf: tokenOf(checked.text) });
    await app.runJobs();
    expect(await sumsOf(agent.organisationId)).toEqual({
      events: sheet.events,
      grams: sheet.grams,
      cost: sheet.cost ?? null,
    });
    const { totals } = (await app.db
      .selectFrom('import_batch')
      .select('totals')
      .where('organisation_id', '=', agent.organisationId)
      .executeTakeFirstOrThrow()) as { totals: { account?: { leftOut: Record<string, number> } } };
    expect(totals.account?.leftOut).toEqual(sheet.leftOut ?? {});
    if (sheet.asks.length <= 2) expect(clicksOfForms + sheet.choices.length).toBeLessThanOrEqual(mostClicks);
  });

  it('has at least twenty of them', () => {
    expect(kitchenSheets.length).toBeGreaterThanOrEqual(20);
  });

  it('takes no sheet of costs alone, and says that a weight is missing', async () => {
    const agent = await kitchen();
    const address = await upload(agent, {
      what: '',
      file: () => 'Date,Site,Item,Cost (EUR)\n2026-03-02,Nord,Rice,2\n',
      asks: [],
      choices: [],
      events: 0,
      grams: '0',
    });
    const { mapping, columns } = formOf((await agent.get(`${address}?anew=1`)).text);
    expect(missingRoles(mapping, columns)).toContain('measure');
  });
});
