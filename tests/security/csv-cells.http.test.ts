// @databases both
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Route } from '../../server/platform/http/define-route';
import { permissions } from '../../server/features/permissions';
import { declaredRoutes, nameOf, sendTo } from '../support/declared-routes';
import { addressIn, fullOrganisation, type FullOrganisation } from '../support/full-organisation';
import { signedInAs } from '../support/people';
import { testApp, type TestApp } from '../support/test-app';

/** OWASP, CSV Injection: what makes a spreadsheet take a cell for a formula. */
const starts = ['=', '+', '-', '@', '\t', '\r'];
const formula = /^[=+\-@\t\r]/;
const plainNumber = /^-?\d+(\.\d+)?$/;

let app: TestApp;
let full: FullOrganisation;
let agent: Awaited<ReturnType<typeof signedInAs>>;
let exports: Route[];

beforeAll(async () => {
  app = await testApp();
  full = await fullOrganisation(app, { mark: 'Exported' });
  agent = await signedInAs(app, { organisationId: full.organisationId, permissions });
  exports = declaredRoutes(app).filter((route) => route.method === 'get' && (route.answerType === 'text/csv' || /export|\.csv$/.test(route.path)));
});

/** Past the checks of the forms, as an older release or an import may have left it. */
async function plant(text: string): Promise<void> {
  const { organisationId, importId } = full;
  for (const table of ['site', 'location', 'device', 'region', 'segment', 'hierarchy', 'ref_value'] as const) {
    await sql`update ${sql.table(table)} set name = ${text} where organisation_id = ${organisationId}`.execute(app.db);
  }
  await sql`update waste_event set note = ${text} where organisation_id = ${organisationId}`.execute(app.db);
  await sql`update calendar_exception set reason = ${text} where organisation_id = ${organisationId}`.execute(app.db);
  await sql`delete from import_error where organisation_id = ${organisationId}`.execute(app.db);
  await sql`insert into import_error (organisation_id, batch_id, line, column_name, code, params, raw)
    values (${organisationId}, ${importId}, 2, ${text}, 'import.unknownSite', ${JSON.stringify({ site: text })}::jsonb, ${text})`.execute(app.db);
}

it('no cell of any export is a formula, whatever was typed into names and notes', async () => {
  expect(exports.map(nameOf)).toEqual(expect.arrayContaining(['get /rest/v1/waste-events/export', 'get /rest/v1/imports/:id/errors.csv', 'get /rest/v1/performance/locationSummary/export']));
  for (const start of starts) {
    await plant(`${start}PLANTED(1)`);
    for (const route of exports) {
      const answer = await sendTo(agent, route, { url: addressIn(full, route) });
      expect([nameOf(route), answer.status, answer.headers['content-type'], answer.text.slice(0, 100)]).toEqual([nameOf(route), 200, 'text/csv; charset=utf-8', expect.any(String)]);
      const cells = (parse(answer.text, { bom: true }) as string[][]).flat();
      expect([nameOf(route), cells.some((cell) => cell.includes('PLANTED'))]).toEqual([nameOf(route), true]);
      expect([nameOf(route), cells.filter((cell) => formula.test(cell) && !plainNumber.test(cell))]).toEqual([nameOf(route), []]);
    }
  }
});

it('names the file of every export itself, for saving only', async () => {
  await plant('../..\r\nSet-Cookie: a=b;".csv');
  for (const route of exports) {
    const answer = await sendTo(agent, route, { url: addressIn(full, route) });
    expect([nameOf(route), answer.status]).toEqual([nameOf(route), 200]);
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="[\w .-]+\.csv"; filename\*=UTF-8''[\w.%-]+\.csv$/);
    expect(answer.headers['content-disposition']).not.toMatch(/\.\.|\/|\\|%2F/);
    expect(answer.headers['set-cookie']?.toString() ?? '').not.toContain('a=b');
  }
});
