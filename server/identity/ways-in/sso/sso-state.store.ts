import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import { isOwner, comesInLocally } from '../../core/owners/owner.store';
import { isActiveMember } from '../../policies/entry/active-member';
import type { SsoConfig } from './sso.store';

/** What is known of a provider beside what it is set up with. */
export interface SsoState {
  /** The provider's public id. */
  id: string;
  testedAt: Date | null;
  testFault: string | null;
  /** Of whoever tested last. */
  testerName: string | null;
  /** A hash of the settings with which a test last went well. */
  testedSettings: Buffer | null;
  enforcedAt: Date | null;
  ownerName: string | null;
  ownerEmail: string | null;
  /** The owner can still come in and change the provider. */
  ownerFit: boolean;
  lastSignInAt: Date | null;
}

interface Asked {
  tenantNumber: number;
  /** Whether people come in by passwords in this installation. */
  passwords: boolean;
  now: Date;
}

/** Of all providers of a tenant, oldest first. Sign-ins are known by the issuer that vouched; those of the only provider are all its. */
export async function listSsoStates(db: Db | Trx, { tenantNumber, passwords, now }: Asked): Promise<SsoState[]> {
  const { rows } = await sql<SsoState>`
    select c.uuid as id, c.tested_at as "testedAt", c.test_fault as "testFault", tester.full_name as "testerName", c.tested_settings as "testedSettings", c.enforced_at as "enforcedAt",
      glass.full_name as "ownerName", glass.email as "ownerEmail",
      exists (select 1 from identity.membership m join identity."user" u on u.id = m.user_id where u.id = c.break_glass_user_id and m.tenant_number = c.tenant_number
        and ${isActiveMember(now)} and ${isOwner} and ${comesInLocally(passwords)}) as "ownerFit",
      (select max(i.last_used_at) from identity.sso_identity i where i.tenant_number = c.tenant_number and (i.issuer in (c.idp_entity_id, c.sso_endpoint) or right(i.issuer, 36) = c.uuid::text
        or not exists (select 1 from identity.sso_config other where other.tenant_number = c.tenant_number and other.id <> c.id))) as "lastSignInAt"
    from identity.sso_config c left join identity."user" tester on tester.id = c.tested_by left join identity."user" glass on glass.id = c.break_glass_user_id
    where c.tenant_number = ${tenantNumber} order by c.id`.execute(db);
  return rows;
}

export async function keepEnforcement(
  trx: Trx,
  { number }: Pick<SsoConfig, 'number'>,
  { userId, now }: { userId: number; now: Date },
): Promise<void> {
  await trx
    .updateTable('identity.sso_config')
    .set({ enforced_at: now, break_glass_user_id: userId })
    .where('id', '=', number)
    .execute();
}

/** @param settings a hash of those with which the test went well; null where it did not, which takes nothing from an earlier one */
export async function keepTest(
  trx: Trx,
  { number }: Pick<SsoConfig, 'number'>,
  { userId, fault, settings, now }: { userId: number; fault: string | null; settings: Buffer | null; now: Date },
): Promise<void> {
  await trx
    .updateTable('identity.sso_config')
    .set({ tested_at: now, tested_by: userId, test_fault: fault, ...(settings ? { tested_settings: settings } : {}) })
    .where('id', '=', number)
    .execute();
}
