import type { Db, Trx } from '../../../platform/db/database';
import type { AccessType } from './access-type.rules';

export async function selectAccessType(db: Db | Trx, tenantNumber: number): Promise<AccessType> {
  const { sub_account_access } = await db
    .selectFrom('identity.tenant')
    .select('sub_account_access')
    .where('number', '=', tenantNumber)
    .executeTakeFirstOrThrow();
  return sub_account_access as AccessType;
}

export async function setAccessType(trx: Trx, tenantNumber: number, type: AccessType): Promise<void> {
  await trx
    .updateTable('identity.tenant')
    .set({ sub_account_access: type })
    .where('number', '=', tenantNumber)
    .execute();
}

/** Of a new member of whom nobody has said it; `usual`: where their tenant leaves it open. */
export async function reachOfNew(trx: Trx, tenantNumber: number, usual: boolean): Promise<boolean> {
  const type = await selectAccessType(trx, tenantNumber);
  return type === 'defaultOn' ? usual : type === 'alwaysOn';
}
