import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBench } from '../../scripts/bench/kitchens';
import { builtInRoles, permissions } from '../../server/features/permissions';
import { makePasswordLink } from '../../server/identity';
import { addressOf } from '../../server/platform/http/surface';
import { declaredRoutes } from '../support/declared-routes';
import { addressIn, fullOrganisation } from '../support/full-organisation';
import { newOrganisation, newPerson } from '../support/people';
import { examplesFile, needsExample, type BrowserExamples } from './examples';
import { password } from './password';

/** Puts an organisation with the examples of all features into a data folder whose server is down: `node scripts/run-source.mjs tests/e2e/add-examples.ts FOLDER`. */
const [folder = ''] = process.argv.slice(2);
const bench = await openBench({ DATA_DIR: folder });
const full = await fullOrganisation(bench, { mark: 'Example' });
const { login } = await newPerson(bench, { organisationId: full.organisationId, permissions, password });
const empty = await newOrganisation(bench, { name: 'Newcomer', timeZone: 'Europe/Berlin', currencyCode: 'EUR', countryCode: 'DE', unitId: 12 });
const { login: newcomer, userId } = await newPerson(bench, { organisationId: empty, permissions: builtInRoles.find((role) => role.key === 'administrator')?.permissions ?? [], password });
const links = await bench.db.transaction().execute(async (trx) => {
  const mailed = { userId, publicUrl: '', now: new Date() };
  const [activation, reset] = [await makePasswordLink(trx, { ...mailed, purpose: 'ACTIVATION' }), await makePasswordLink(trx, { ...mailed, purpose: 'RESET' })];
  return { activation: activation.link, reset: reset.link };
});
const pages = declaredRoutes(bench).filter((route) => route.kind === 'page' && route.method === 'get' && needsExample(route));
const examples: BrowserExamples = { login, newcomer, links, addresses: Object.fromEntries(pages.map((route) => [addressOf(route), addressIn(full, route)])) };
writeFileSync(join(folder, examplesFile), JSON.stringify(examples));
await bench.close();
