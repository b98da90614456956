import { addMember, addUser } from '../../identity';
import type { Trx } from '../../platform/db/database';
import type { Resources } from '../../platform/resources';
import { openOrganisation } from '../open-organisation';
import { loadCaterer } from './caterer';

export interface AnotherOrganisation {
  name: string;
  events: number;
  seed: number;
  password: string;
  say(line: string): void;
}

/** Adds a simulated caterer beside what is there, with an administrator of its own. */
export async function addSimulatedOrganisation(
  resources: Resources,
  { name, events, seed, password, say }: AnotherOrganisation,
): Promise<{ organisationId: number; login: string }> {
  const {
    database: { db },
    clock,
  } = resources;
  const opened = await db.transaction().execute(async (trx) => {
    const organisationId = await openOrganisation(trx, {
      name: /simulated/i.test(name) ? name : `${name} (simulated)`,
      countryCode: 'GB',
      currencyCode: 'GBP',
      unitId: 12,
      timeZone: 'Europe/London',
      simulated: true,
    });
    const login = `admin-${organisationId}@caterer.test`;
    const userId = await addUser(trx, {
      login,
      email: login,
      fullName: `Administrator ${organisationId}`,
      password,
      privacyAccepted: true,
      now: clock.now(),
    });
    await addMember(trx, { tenantNumber: organisationId, userId, roles: ['administrator'] });
    return { organisationId, login };
  });
  await loadCaterer(resources, { organisationId: opened.organisationId, users: new Map(), events, seed, say });
  return opened;
}

const subAccounts = [
  { name: 'Northgate School Meals (simulated)', countryCode: 'GB', currencyCode: 'GBP', timeZone: 'Europe/London' },
  { name: 'Orchard Events (simulated)', countryCode: 'IE', currencyCode: 'EUR', timeZone: 'Europe/Dublin' },
];
const kilogram = 12;

/** Customers of the caterer's, opened below it as resellers do: nothing has been weighed there yet. */
export async function addSubAccounts(trx: Trx, parentNumber: number): Promise<void> {
  for (const subAccount of subAccounts)
    await openOrganisation(trx, { ...subAccount, parentNumber, unitId: kilogram, simulated: true });
}
