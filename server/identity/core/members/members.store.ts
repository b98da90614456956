import { sql, type RawBuilder } from 'kysely';
import type { Locale } from '../../../platform/actor';
import type { Db, Trx } from '../../../platform/db/database';
import type {
  Member,
  MemberKey,
  MemberQuery,
  MemberReach,
  MemberSort,
  MemberStatus,
  TenantRole,
} from '../../../platform/members';
import { isActiveMember } from '../../policies/entry/active-member';
import { heldPermissions } from '../roles/held';

/** Whoever has been switched off as an account is so in every tenant. */
const statusColumn = sql<MemberStatus>`case when not ${isActiveMember()} or u.status = 'I' then 'INACTIVE'
  when u.password_hash is null and not u.sso_user then 'INVITED' else 'ACTIVE' end`;

/** Of somebody who was invited and has not said yes the tenant knows the address alone. */
const shown = (column: RawBuilder<unknown>) => sql`case when m.awaits_answer then u.email else ${column} end`;
const [shownName, shownLogin] = [shown(sql`u.full_name`), shown(sql`u.login`)];
const lastSignIn = sql`case when not m.awaits_answer then u.last_sign_in_at end`;

const columns = sql`
  u.id as "userId", ${shownLogin} as login, u.email, ${shownName} as "fullName", u.locale, u.sso_user as "ssoUser", ${statusColumn} as status,
  ${lastSignIn} as "lastSignInAt", array(
    select mr.role_id from identity.membership_role mr where mr.tenant_number = m.tenant_number and mr.user_id = m.user_id order by 1) as "roleIds"`;

const tables = sql`from identity.membership m join identity."user" u on u.id = m.user_id`;

const sortColumns: Record<MemberSort, RawBuilder<unknown>> = {
  fullName: sql`lower(${shownName})`,
  login: sql`lower(${shownLogin})`,
  email: sql`lower(u.email)`,
  status: statusColumn,
  lastSignInAt: lastSignIn,
};

type Row = Omit<Member, 'roleIds' | 'locale'> & { roleIds: (number | string)[]; locale: string };

const memberOf = ({ roleIds, locale, ...rest }: Row): Member => ({
  ...rest,
  locale: locale as Locale,
  roleIds: roleIds.map(Number),
});

export async function listMembers(
  db: Db | Trx,
  { tenantNumber, text, status, entering, roleId, emails, notSignedInSince, sort, limit, offset }: MemberQuery,
): Promise<{ members: Member[]; total: number }> {
  const wanted = [sql`m.tenant_number = ${tenantNumber}`];
  if (status !== undefined) wanted.push(sql`${statusColumn} = ${status}`);
  if (entering) wanted.push(sql`${statusColumn} <> 'INACTIVE'`);
  if (roleId !== undefined)
    wanted.push(sql`exists (select 1 from identity.membership_role mr
      where mr.tenant_number = m.tenant_number and mr.user_id = m.user_id and mr.role_id = ${roleId})`);
  if (emails !== undefined) wanted.push(sql`lower(u.email) = any(${[...emails]}::text[])`);
  if (notSignedInSince !== undefined) wanted.push(sql`coalesce(${lastSignIn} < ${notSignedInSince}, true)`);
  if (text !== undefined && text !== '')
    wanted.push(sql`strpos(lower(concat_ws(' ', ${shownName}, ${shownLogin}, u.email)), lower(${text})) > 0`);
  const where = sql.join(wanted, sql` and `);
  const way = sort.direction === 'desc' ? sql`desc` : sql`asc`;
  const counted = await sql<{ total: number }>`select count(*) as total ${tables} where ${where}`.execute(db);
  const { rows } = await sql<Row>`
    select ${columns} ${tables} where ${where}
    order by ${sortColumns[sort.column]} ${way} nulls last, u.id ${way} limit ${limit} offset ${offset}`.execute(db);
  return { members: rows.map(memberOf), total: counted.rows[0]?.total ?? 0 };
}

interface ReachRow extends Row {
  permissionsHere: string[];
  permissionsEverywhere: string[];
  elsewhere: boolean;
}

const everywherePermissions = sql`array(
  select distinct rp.permission_key from identity.membership every cross join identity.held_roles(every.user_id, every.tenant_number) as held
  join identity.role_permission rp on rp.role_id = held where every.user_id = m.user_id)`;

export async function findMember(
  db: Db | Trx,
  { tenantNumber, userId }: MemberKey,
): Promise<(Member & MemberReach) | null> {
  const {
    rows: [row],
  } = await sql<ReachRow>`
    select ${columns}, ${heldPermissions(sql`m.user_id`, sql`m.tenant_number`)} as "permissionsHere", ${everywherePermissions} as "permissionsEverywhere",
      exists (select 1 from identity.membership other where other.user_id = m.user_id and other.tenant_number <> m.tenant_number
        and not other.awaits_answer) as elsewhere
    ${tables} where m.tenant_number = ${tenantNumber} and m.user_id = ${userId}`.execute(db);
  if (!row) return null;
  const { permissionsHere, permissionsEverywhere, elsewhere, ...member } = row;
  return {
    ...memberOf(member),
    permissionsHere: new Set(permissionsHere),
    permissionsEverywhere: new Set(permissionsEverywhere),
    elsewhere,
  };
}

export async function listRoles(db: Db | Trx, tenantNumber: number): Promise<TenantRole[]> {
  const { rows } = await sql<Omit<TenantRole, 'roleId'> & { roleId: number }>`
    select r.id as "roleId", r.key, r.name, r.tenant_number is null as "builtIn",
      array(select rp.permission_key from identity.role_permission rp where rp.role_id = r.id order by 1) as permissions
    from identity.role r where r.tenant_number is null or r.tenant_number = ${tenantNumber}
    order by r.tenant_number nulls first, r.id`.execute(db);
  return rows;
}
