import { parse } from 'csv-parse/sync';
import { beforeAll, expect, it } from 'vitest';
import { permissions } from '../../server/permission-matrix';
import { declaredRoutes, nameOf, sendTo, type DeclaredRoute } from '../support/declared-routes';
import { addressIn, fullOrganisation } from '../support/full-organisation';
import { signedInAs } from '../support/people';
import { testApp, type TestApp } from '../support/test-app';

/** OWASP, CSV Injection: what makes a spreadsheet take a cell for a formula. */
const starts = ['=', '+', '-', '@', '\t', '\r'];
const formula = /^[=+\-@\t\r]/;
const plainNumber = /^-?\d+(\.\d+)?$/;

let app: TestApp;
let exports: DeclaredRoute[];

beforeAll(async () => {
  app = await testApp();
  exports = declaredRoutes(app).filter(
    (route) => route.method === 'get' && (route.answerType === 'text/csv' || /export|\.csv$/.test(route.path)),
  );
});

/** An organisation whose every name and note begins so: past the checks of the forms, as an older release or an import may have left it. */
async function planted(mark: string) {
  const full = await fullOrganisation(app, { mark });
  const agent = await signedInAs(app, { organisationId: full.organisationId, permissions });
  return { read: (route: DeclaredRoute) => sendTo(agent, route, { url: addressIn(full, route) }) };
}

// ASVS V1.2.10
// Attack: CSV formula
it('no cell of any export is a formula, whatever was typed into names and notes', async () => {
  expect(exports.map(nameOf)).toEqual(
    expect.arrayContaining([
      'get /rest/v1/waste-events/export',
      'get /rest/v1/imports/:id/errors.csv',
      'get /rest/v1/performance/locationSummary/export',
    ]),
  );
  for (const start of starts) {
    const { read } = await planted(`${start}PLANTED(1)`);
    for (const route of exports) {
      const answer = await read(route);
      expect([nameOf(route), answer.status, answer.headers['content-type'], answer.text.slice(0, 100)]).toEqual([
        nameOf(route),
        200,
        'text/csv; charset=utf-8',
        expect.any(String),
      ]);
      const cells = (parse(answer.text, { bom: true }) as string[][]).flat();
      expect([nameOf(route), cells.some((cell) => cell.includes('PLANTED'))]).toEqual([nameOf(route), true]);
      expect([nameOf(route), cells.filter((cell) => formula.test(cell) && !plainNumber.test(cell))]).toEqual([
        nameOf(route),
        [],
      ]);
    }
  }
});

// ASVS V5.3.2, V5.4.1/2
it('names the file of every export itself, for saving only', async () => {
  const { read } = await planted('../..\r\nSet-Cookie: a=b;".csv');
  for (const route of exports) {
    const answer = await read(route);
    expect([nameOf(route), answer.status]).toEqual([nameOf(route), 200]);
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="[\w .-]+\.csv"; filename\*=UTF-8''[\w.%-]+\.csv$/,
    );
    expect(answer.headers['content-disposition']).not.toMatch(/\.\.|\/|\\|%2F/);
    expect(answer.headers['set-cookie']?.toString() ?? '').not.toContain('a=b');
  }
});
