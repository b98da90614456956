import { beforeAll, expect, it } from 'vitest';
import { signedInAs } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { addDays } from '../../platform/time';
import { importerOf, sheetOf } from './importer.fixtures';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const asked = 'Weighings suggest when 1 kitchen is open.';

/** Two weeks of a kitchen that is closed on weekends, and one that never is. */
const weeks = sheetOf(
  ...Array.from({ length: 14 }, (_, at) => ({ at, day: addDays('2026-03-02', at) })).flatMap(({ at, day }) => [
    ...(at % 7 < 5 ? [`${day},Nord,Rice,1`] : []),
    `${day},Süd,Rice,1`,
  ]),
);

it('an import leads to the open days that it shows, for whoever may confirm them', async () => {
  const importer = await importerOf(app);
  const checked = await importer.check({ content: weeks });
  const manager = await signedInAs(app, {
    organisationId: importer.organisationId,
    permissions: ['VIEW_DATA_MANAGER', 'EDIT_TRANSACTIONS', 'VIEW_BASE_LPO_PAGE', 'VIEW_CONFIGURATION_DROPDOWN'],
  });
  const page = `/imports/${checked.id}`;
  expect((await manager.get(page).expect(200)).text).not.toContain(asked);
  expect(await importer.step(checked.id, 'run')).toMatchObject({ state: 'DONE', linesRefused: 0 });
  const { text } = await manager.get(page).expect(200);
  expect(text).toContain(asked);
  const [, href = ''] = /<a href="(\/locationCalendar\?[^"#]*)#pattern">Confirm open days<\/a>/.exec(text) ?? [];
  expect((await manager.get(href).expect(200)).text).toContain('only on these days: Mon–Fri.');
  expect((await importer.get(page).expect(200)).text).not.toContain(asked);
});
