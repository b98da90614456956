import type { Db, Trx } from '../../../platform/db/database';
import { barredHere } from '../../../platform/http/guards';
import type { EntryCheck } from '../entry/arrival';
import { isInRange } from './address-range';
import { listAddressLimits, listRanges, selectAddressPolicy, type AddressPolicy } from './address.store';

/** Whether an address may come in by a tenant's chosen list, were it on. */
export async function passesList(
  db: Db | Trx,
  { tenantNumber, strategy, ip }: { tenantNumber: number; strategy: AddressPolicy['strategy']; ip: string },
): Promise<boolean> {
  const ranges = await listRanges(db, { tenantNumber, strategy });
  return ranges.some((range) => isInRange(ip, range)) === (strategy === 'ALLOW');
}

async function isLetIn(db: Db | Trx, { tenantNumber, ip }: { tenantNumber: number; ip: string }): Promise<boolean> {
  const { isActive, strategy } = await selectAddressPolicy(db, tenantNumber);
  return !isActive || passesList(db, { tenantNumber, strategy, ip });
}

/** Whether every tenant that looks at addresses lets this one in. */
export async function isAddressAllowed(
  db: Db | Trx,
  { addressLimits }: { addressLimits: readonly number[] },
  ip: string,
): Promise<boolean> {
  for (const tenantNumber of addressLimits) if (!(await isLetIn(db, { tenantNumber, ip }))) return false;
  return true;
}

/** For whoever comes into a tenant. @throws Failure 403 where its list of addresses keeps this one out */
export async function checkAddressOf(trx: Trx, entering: { tenantNumber: number; ip: string }): Promise<void> {
  if (!(await isLetIn(trx, entering))) throw barredHere();
}

export const checkAddress: EntryCheck = async (trx, { ip }, entering) =>
  (await isAddressAllowed(trx, { addressLimits: await listAddressLimits(trx, entering) }, ip)) ? null : barredHere();
