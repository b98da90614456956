import { sql } from 'kysely';
import { internalOrganisation } from '../../../platform/actor';
import type { Trx } from '../../../platform/db/database';
import { Failure } from '../../../platform/errors';
import { makesAdministrator } from './administrator.rules';
import { keepingAdministrators } from './keeping-administrators';
import { giveRoles, takeRoles, type MembershipKey } from './membership.store';

interface MappedRole {
  number: number;
  /** The public id. */
  id: string;
  permissions: string[];
  held: boolean;
}

/** Public ids of roles. */
interface Mapping {
  given: readonly string[];
  taken: readonly string[];
}

/** Roles of the tenant, or of everybody. */
async function findMapped(
  trx: Trx,
  { tenantNumber, userId }: MembershipKey,
  ids: readonly string[],
): Promise<MappedRole[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<MappedRole>`
    select r.id as number, r.uuid as id, array(select rp.permission_key from identity.role_permission rp where rp.role_id = r.id order by 1) as permissions,
      exists (select 1 from identity.membership_role mr where mr.role_id = r.id and mr.tenant_number = ${tenantNumber} and mr.user_id = ${userId}) as held
    from identity.role r where r.uuid = any(${[...ids]}::uuid[]) and (r.tenant_number is null or r.tenant_number = ${tenantNumber}) order by r.id`.execute(
    trx,
  );
  return rows;
}

const numbersOf = (roles: readonly MappedRole[]) => roles.map(({ number }) => number);

/**
 * Gives and takes roles as somebody's groups at their provider say. The tenant's last administrator keeps what makes them one: a sign-in
 * is not refused for what a directory says.
 * @returns whether anything changed, and the public ids of roles that were kept
 */
export async function changeMappedRoles(
  trx: Trx,
  { now, ...key }: MembershipKey & { now: Date },
  { given, taken }: Mapping,
): Promise<{ changed: boolean; kept: string[] }> {
  const { tenantNumber } = key;
  const mapped = await findMapped(trx, key, [...given, ...taken]);
  const missing = mapped.filter(({ id, held }) => !held && given.includes(id));
  const added = missing.length > 0 && (await giveRoles(trx, { ...key, roleIds: numbersOf(missing) }));
  const leaving = mapped.filter(({ id, held }) => held && taken.includes(id));
  if (leaving.length === 0) return { changed: added, kept: [] };
  const take = (roles: readonly MappedRole[]) =>
    keepingAdministrators(trx, { tenants: [tenantNumber], now }, (rights) =>
      takeRoles(rights, { ...key, roleIds: numbersOf(roles) }),
    );
  await sql`savepoint mapped_roles`.execute(trx);
  try {
    return { changed: (await take(leaving)) || added, kept: [] };
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'identity.lastAdministrator') throw error;
    await sql`rollback to savepoint mapped_roles`.execute(trx);
    const kept = leaving.filter(({ permissions }) =>
      makesAdministrator(permissions, tenantNumber === internalOrganisation),
    );
    return {
      changed: (await take(leaving.filter((role) => !kept.includes(role)))) || added,
      kept: kept.map(({ id }) => id),
    };
  }
}
