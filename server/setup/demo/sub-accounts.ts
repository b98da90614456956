import type { Trx } from '../../platform/db/database';
import { openOrganisation } from '../open-organisation';

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
