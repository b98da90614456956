import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/db/database';
import { planKept } from '../../../platform/db/kept-plans';
import { isActiveMember } from '../../policies/entry/active-member';
import type { SignedIn } from '../../ports';

export interface ClaimFacts {
  verified: boolean;
  /** Public ids of the active tenants that somebody belongs to, by name. */
  tenantIds: string[];
  /** Keys of the roles that they hold in the tenant that they act in. */
  roles: string[];
}

type Whose = Pick<SignedIn, 'userId' | 'tenantNumber'>;

/** What a token says of somebody beside what stands with their session, as a query of one row; whose it is may be columns of the query around it. */
export const claimFacts = (
  { userId, tenantNumber }: Record<keyof Whose, RawBuilder<unknown> | number>,
  now: Date,
): RawBuilder<ClaimFacts> => sql<ClaimFacts>`
    select ((u.password_hash is not null or u.sso_user) and u.address_before is null) as verified,
      array(select t.id::text from identity.membership m join identity.tenant t on t.number = m.tenant_number and t.status = 'ACTIVE'
        where m.user_id = u.id and ${isActiveMember(now)} order by lower(t.name), t.number) as "tenantIds",
      array(select r.key from identity.held_roles(u.id, ${tenantNumber}::bigint) as held join identity.role r on r.id = held order by r.id) as roles
    from identity."user" u where u.id = ${userId}`;

export async function selectClaimFacts(db: Db, whose: Whose, now: Date): Promise<ClaimFacts> {
  const {
    rows: [facts],
  } = await sql<ClaimFacts>`${planKept}${claimFacts(whose, now)}`.execute(db);
  if (!facts) throw new Error('somebody without an account is signed in');
  return facts;
}
