import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import { spellingsOf } from '../../../platform/email-spellings';
import { hasFactor } from '../factors/factor.store';
import { tenantsOf, type Family } from '../tenants/tenant.store';

export interface TeamMember {
  userId: number;
  /** The public id. */
  id: string;
  email: string;
  name: string;
  verified: boolean;
  isLocked: boolean;
  /** Until when, where they are. */
  lockedUntil: Date | null;
  ssoUser: boolean;
  createdAt: Date;
  lastLogin: Date | null;
  /** Of the tenants that were asked for, the first that they belong to. */
  tenantId: string;
  tenantIds: string[];
  /** Those of them in which the membership counts. */
  activeIn: string[];
  mfaEnrolled: boolean;
  /** Whether the membership in the first of them leads on into the tenants below. */
  subAccountAccessAllowed: boolean;
  /** When the membership ends by itself. */
  endsAt: Date | null;
  disabled: boolean;
  /** Was invited and has not said yes. */
  awaitsAnswer: boolean;
  /** A directory of the first of them looks after them; `made`: the account is of its making. */
  managed: boolean;
  made: boolean;
}

/** Whoever set a password did so by a link that was sent to the address. */
const verified = sql`((u.password_hash is not null or u.sso_user) and u.address_before is null)`;

/** Of somebody who was invited and has not said yes a tenant knows the address alone, and since when it has asked: no order tells more of them. */
const nameIn = sql`case when m.awaits_answer then u.email else u.full_name end`;
const answered = sql`not bool_and(m.awaits_answer)`;
const ifAnswered = (column: RawBuilder<unknown>, otherwise: RawBuilder<unknown> = sql`null`) =>
  sql`case when ${answered} then ${column} else ${otherwise} end`;
const name = ifAnswered(sql`u.full_name`, sql`u.email`);

const sorts = {
  name: sql`lower(${name})`,
  email: sql`lower(u.email)`,
  createdAt: ifAnswered(sql`u.created_at`, sql`min(m.created_at)`),
  lastLogin: ifAnswered(sql`u.last_sign_in_at`),
  id: sql`u.uuid`,
  verified: sql`(${answered} and ${verified})`,
  isLocked: ifAnswered(sql`u.locked_until`),
  provider: sql`(${answered} and u.sso_user)`,
  tenantId: sql`min(m.tenant_number)`,
} satisfies Record<string, RawBuilder<unknown>>;

export interface TeamQuery {
  /** The tenants whose people are wanted. */
  family: Family;
  now: Date;
  text?: string | undefined;
  email?: string | undefined;
  name?: string | undefined;
  namePrefix?: string | undefined;
  ids?: readonly string[] | undefined;
  roleIds?: readonly string[] | undefined;
  /** Who has not signed in since. */
  inactiveSince?: Date | undefined;
  /** Who holds no second factor. */
  unenrolled?: boolean | undefined;
  /** Whose password was found on a list of passwords that were lost elsewhere. */
  breached?: boolean | undefined;
  sort?: { by: keyof typeof sorts; descending: boolean } | undefined;
  limit: number;
  offset: number;
}

function conditionOf({
  family,
  text,
  email,
  name: named,
  namePrefix,
  ids,
  roleIds,
  inactiveSince,
  unenrolled = false,
  breached = false,
}: TeamQuery): RawBuilder<unknown> {
  const wanted = [sql`m.tenant_number in ${tenantsOf(family)}`];
  const holds = (column: RawBuilder<unknown>, given: string) => sql`strpos(lower(${column}), lower(${given})) > 0`;
  if (text !== undefined) wanted.push(holds(sql`concat_ws(' ', ${nameIn}, u.email)`, text));
  if (email !== undefined) wanted.push(holds(sql`u.email`, email));
  if (named !== undefined) wanted.push(holds(nameIn, named));
  if (namePrefix !== undefined) wanted.push(sql`starts_with(lower(${nameIn}), lower(${namePrefix}))`);
  if (ids !== undefined) wanted.push(sql`u.uuid = any(${[...ids]}::uuid[])`);
  if (inactiveSince !== undefined)
    wanted.push(sql`not m.awaits_answer and coalesce(u.last_sign_in_at, u.created_at) < ${inactiveSince}`);
  if (unenrolled) wanted.push(sql`not m.awaits_answer and not ${hasFactor(sql`u.id`)}`);
  if (breached) wanted.push(sql`not m.awaits_answer and u.password_breached_at is not null`);
  if (roleIds !== undefined) {
    wanted.push(sql`exists (
      select 1 from identity.membership_role mr join identity.role r on r.id = mr.role_id
      where mr.tenant_number = m.tenant_number and mr.user_id = m.user_id and r.uuid = any(${[...roleIds]}::uuid[]))`);
  }
  return sql.join(wanted, sql` and `);
}

/** People of tenants, each once. The database sorts and cuts; what is shown of somebody is read for those of the page alone. */
export async function listTeam(db: Db | Trx, query: TeamQuery): Promise<{ members: TeamMember[]; total: number }> {
  const { family, now, sort = { by: 'name', descending: false }, limit, offset } = query;
  const way = sort.descending ? sql`desc` : sql`asc`;
  const { rows } = await sql<TeamMember & { total: number }>`
    with page as (
      select u.id, (count(*) over ())::int as total, row_number() over (order by ${sorts[sort.by]} ${way} nulls last, u.id ${way}) as place
      from identity.membership m join identity."user" u on u.id = m.user_id
      where ${conditionOf(query)} group by u.id order by place limit ${limit} offset ${offset})
    select u.id as "userId", u.uuid as id, u.email, case when here.unanswered then u.email else u.full_name end as name, not here.unanswered and ${verified} as verified,
      not here.unanswered and u.locked_until is not null and u.locked_until > ${now} as "isLocked", case when not here.unanswered and u.locked_until > ${now} then u.locked_until end as "lockedUntil", not here.unanswered and u.sso_user as "ssoUser",
      case when here.unanswered then here."askedAt" else u.created_at end as "createdAt", case when not here.unanswered then u.last_sign_in_at end as "lastLogin", not here.unanswered and ${hasFactor(sql`u.id`)} as "mfaEnrolled",
        here."tenantId", here."tenantIds", here."endsAt", here."subAccountAccessAllowed", here."activeIn",
      u.status = 'I' or cardinality(here."activeIn") = 0 as disabled, here.unanswered as "awaitsAnswer", here.managed, here.made, page.total
    from page join identity."user" u on u.id = page.id
    cross join lateral (
      select bool_and(m.awaits_answer) as unanswered, min(m.created_at) as "askedAt", (array_agg(t.id::text order by t.number))[1] as "tenantId", array_agg(t.id::text order by t.number) as "tenantIds", (array_agg(m.ends_at order by t.number))[1] as "endsAt",
        (array_agg(m.reaches_below order by t.number))[1] as "subAccountAccessAllowed",
        (array_agg(su.made is not null order by t.number))[1] as managed, coalesce((array_agg(su.made order by t.number))[1], false) as made,
        array_remove(array_agg(case when identity.is_active(m.status, m.ends_at, ${now}) then t.id::text end order by t.number), null) as "activeIn"
      from identity.membership m join identity.tenant t on t.number = m.tenant_number left join identity.scim_user su on su.tenant_number = m.tenant_number and su.user_id = m.user_id
      where m.user_id = u.id and m.tenant_number in ${tenantsOf(family)}) as here
    order by page.place`.execute(db);
  if (rows.length === 0 && offset > 0)
    return { members: [], total: (await listTeam(db, { ...query, limit: 1, offset: 0 })).total };
  return { members: rows.map(({ total: _total, ...member }) => member), total: rows[0]?.total ?? 0 };
}

export interface GivenRole {
  userId: number;
  tenantId: string;
  /** The role's public id. */
  roleId: string;
}

/** The roles that people were given themselves in tenants. */
export async function listGivenRoles(
  db: Db | Trx,
  { users, family }: { users: readonly number[]; family: Family },
): Promise<GivenRole[]> {
  const { rows } = await sql<GivenRole>`
    select mr.user_id as "userId", t.id as "tenantId", r.uuid as "roleId"
    from identity.membership_role mr join identity.tenant t on t.number = mr.tenant_number join identity.role r on r.id = mr.role_id
    where mr.user_id = any(${[...users]}::bigint[]) and mr.tenant_number in ${tenantsOf(family)} order by r.id`.execute(
    db,
  );
  return rows;
}

/** The groups of a tenant that people are in. */
export async function listGivenGroups(
  db: Db,
  { users, tenantNumber }: { users: readonly number[]; tenantNumber: number },
): Promise<{ userId: number; groupId: string }[]> {
  const { rows } = await sql<{ userId: number; groupId: string }>`
    select gu.user_id as "userId", g.uuid as "groupId" from identity.group_user gu join identity."group" g on g.id = gu.group_id
    where gu.user_id = any(${[...users]}::bigint[]) and gu.tenant_number = ${tenantNumber} order by g.id`.execute(db);
  return rows;
}

/** Roles are looked up for those alone who may hold one that grants everything: of 100,000 people a handful. */
export async function selectStats(
  db: Db,
  { tenantNumber, now }: { tenantNumber: number; now: Date },
): Promise<{ totalItems: number; addedThisWeek: number; superAdmins: number }> {
  const { rows } = await sql<{ totalItems: number; addedThisWeek: number; superAdmins: number }>`
    with granting as (select rp.role_id from identity.role_permission rp where rp.permission_key = 'fe.*'),
    entered as (
      select ${tenantNumber}::bigint as number union select m.through_number from identity.membership m where m.tenant_number = ${tenantNumber} and m.through_number is not null),
    candidate as (
      select mr.user_id from identity.membership_role mr where mr.role_id in (select role_id from granting) and mr.tenant_number in (select number from entered)
      union
      select gu.user_id from identity.group_role gr join identity.group_user gu on gu.group_id = gr.group_id
      where gr.role_id in (select role_id from granting) and gu.tenant_number in (select number from entered))
    select count(*)::int as "totalItems", (count(*) filter (where m.created_at > ${now}::timestamptz - interval '7 days'))::int as "addedThisWeek",
      (select count(*)::int from candidate c join identity.membership held on held.tenant_number = ${tenantNumber} and held.user_id = c.user_id
        where exists (select 1 from identity.held_roles(held.user_id, held.tenant_number) as role where role in (select role_id from granting))) as "superAdmins"
    from identity.membership m where m.tenant_number = ${tenantNumber}`.execute(db);
  return rows[0] as { totalItems: number; addedThisWeek: number; superAdmins: number };
}

export async function renameUser(trx: Trx, userId: number, name: string): Promise<void> {
  await trx.updateTable('identity.user').set({ full_name: name }).where('id', '=', userId).execute();
}

export interface NamedAccount {
  userId: number;
  email: string;
  waitsForPassword: boolean;
  /** What is mailed to the name reaches whoever has shown that it is their address; otherwise it is a username alone, or nobody has. */
  reached: boolean;
}

/** Whoever signs in by this address or name. */
export async function findAccountNamed(trx: Trx, email: string): Promise<NamedAccount | null> {
  const { rows } = await sql<NamedAccount>`
    select u.id as "userId", u.email, lower(u.email) = n.name and u.address_before is null as reached, u.password_hash is null and not u.sso_user and u.status = 'A' as "waitsForPassword" from identity.sign_in_name n join identity."user" u on u.id = n.user_id
    where n.name = any(${spellingsOf(email)}::text[]) order by n.name = ${email.toLowerCase()} desc limit 1`.execute(
    trx,
  );
  return rows[0] ?? null;
}
