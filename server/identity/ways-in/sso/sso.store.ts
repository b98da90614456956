import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import type { ProvenDomain, SsoFields } from './sso.rules';

export interface SsoDomain extends ProvenDomain {
  id: string;
  domain: string;
}

export interface SsoGroup {
  id: string;
  group: string;
  /** Public ids. */
  roleIds: string[];
}

export interface SsoConfig extends SsoFields {
  number: number;
  /** The public id. */
  id: string;
  tenantNumber: number;
  /** What a TXT record of each of its domains must say. */
  verification: string;
  sealedSecret: Buffer | null;
  /** The issuer that has sent groups before; null before there was one. */
  groupsIssuer: string | null;
  createdAt: Date;
  updatedAt: Date;
  domains: SsoDomain[];
  roleIds: string[];
  groups: SsoGroup[];
}

/** As JSON writes it: times as texts. */
export interface ConfigRow extends Omit<SsoConfig, 'domains'> {
  domains: (Omit<SsoDomain, 'validatedAt' | 'missingSince'> & {
    validatedAt: string | null;
    missingSince: string | null;
  })[];
}

/** A provider `c` with all its parts, for `configOf`: each sign-in reads it four times. */
export const configColumns = sql`
  c.id as number, c.uuid as id, c.tenant_number as "tenantNumber", c.type, c.enabled, c.sso_endpoint as "ssoEndpoint", c.sso_binding as "ssoBinding", c.idp_entity_id as "idpEntityId",
  c.public_certificate as "publicCertificate", c.sign_request as "signRequest", c.slo_endpoint as "sloEndpoint", c.slo_answer_endpoint as "sloAnswerEndpoint", c.oidc_client_id as "oidcClientId", c.oidc_secret as "sealedSecret", c.verification, c.groups_issuer as "groupsIssuer",
  c.created_at as "createdAt", c.updated_at as "updatedAt",
  coalesce((select json_agg(json_build_object('id', d.id, 'domain', d.domain, 'validatedAt', d.validated_at, 'missingSince', d.missing_since) order by d.added_at, d.id)
    from identity.sso_domain d where d.config_id = c.id), '[]') as domains,
  array(select r.uuid::text from identity.sso_config_role cr join identity.role r on r.id = cr.role_id where cr.config_id = c.id order by r.id) as "roleIds",
  coalesce((select json_agg(json_build_object('id', g.id, 'group', g.name, 'roleIds',
      array(select r.uuid::text from identity.sso_group_role gr join identity.role r on r.id = gr.role_id where gr.group_id = g.id order by r.id)) order by g.added_at, g.id)
    from identity.sso_group g where g.config_id = c.id), '[]') as groups`;

const time = (text: string | null) => (text === null ? null : new Date(text));
export const configOf = (row: ConfigRow): SsoConfig => ({
  ...row,
  domains: row.domains.map(({ validatedAt, missingSince, ...domain }) => ({
    ...domain,
    validatedAt: time(validatedAt),
    missingSince: time(missingSince),
  })),
});

/** The providers of a tenant, oldest first. */
export async function listSsoConfigs(db: Db | Trx, tenantNumber: number): Promise<SsoConfig[]> {
  const { rows } =
    await sql<ConfigRow>`select ${configColumns} from identity.sso_config c where c.tenant_number = ${tenantNumber} order by c.id`.execute(
      db,
    );
  return rows.map(configOf);
}

export async function findSsoConfig(
  db: Db | Trx,
  { tenantNumber, id }: { tenantNumber: number; id: string },
): Promise<SsoConfig | null> {
  const { rows } =
    await sql<ConfigRow>`select ${configColumns} from identity.sso_config c where c.tenant_number = ${tenantNumber} and c.uuid = ${id}`.execute(
      db,
    );
  return rows[0] ? configOf(rows[0]) : null;
}

/** The provider to which people of a domain are sent, with the public id of its tenant. */
export async function findSsoConfigOfDomain(
  db: Db,
  domain: string,
): Promise<(SsoConfig & { tenantId: string }) | null> {
  const { rows } = await sql<ConfigRow & { tenantId: string }>`
    select ${configColumns}, t.id as "tenantId" from identity.sso_domain proven
    join identity.sso_config c on c.id = proven.config_id and c.enabled
    join identity.tenant t on t.number = c.tenant_number and t.status = 'ACTIVE'
    where proven.domain = ${domain} and proven.validated_at is not null`.execute(db);
  return rows[0] ? { ...configOf(rows[0]), tenantId: rows[0].tenantId } : null;
}

interface KeptFields extends SsoFields {
  sealedSecret: Buffer | null;
  now: Date;
}

const valuesOf = ({ now, ...fields }: KeptFields) => ({
  type: fields.type,
  enabled: fields.enabled,
  sso_endpoint: fields.ssoEndpoint,
  sso_binding: fields.ssoBinding,
  idp_entity_id: fields.idpEntityId,
  public_certificate: fields.publicCertificate,
  sign_request: fields.signRequest,
  slo_endpoint: fields.sloEndpoint,
  slo_answer_endpoint: fields.sloAnswerEndpoint,
  oidc_client_id: fields.oidcClientId,
  oidc_secret: fields.sealedSecret,
  updated_at: now,
});

/** @returns its public id */
export async function insertSsoConfig(
  trx: Trx,
  { tenantNumber, verification, ...fields }: KeptFields & { tenantNumber: number; verification: string },
): Promise<string> {
  const { uuid } = await trx
    .insertInto('identity.sso_config')
    .values({ ...valuesOf(fields), tenant_number: tenantNumber, verification, created_at: fields.now })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  return uuid;
}

export async function updateSsoConfig(
  trx: Trx,
  { number }: Pick<SsoConfig, 'number'>,
  fields: KeptFields,
): Promise<void> {
  await trx.updateTable('identity.sso_config').set(valuesOf(fields)).where('id', '=', number).execute();
}

export async function deleteSsoConfig(trx: Trx, { number }: Pick<SsoConfig, 'number'>): Promise<void> {
  await trx.deleteFrom('identity.sso_config').where('id', '=', number).execute();
}

/** @returns its id; that of the one that is there where the provider has the domain already */
export async function insertSsoDomain(
  trx: Trx,
  { number }: Pick<SsoConfig, 'number'>,
  { domain, now }: { domain: string; now: Date },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into identity.sso_domain (config_id, domain, added_at) values (${number}, ${domain}, ${now})
    on conflict (config_id, domain) do update set domain = excluded.domain returning id`.execute(trx);
  return rows[0]!.id;
}

export async function deleteSsoDomain(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('identity.sso_domain').where('id', '=', id).execute();
}

/** Writes what a look has shown. @returns false where another provider has proved the domain before */
export async function keepProof(
  trx: Trx,
  { id, domain }: Pick<SsoDomain, 'id' | 'domain'>,
  { validatedAt, missingSince, now }: ProvenDomain & { now: Date },
): Promise<boolean> {
  // Two who prove the same domain at once come one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sso domain ${domain}`}, 0))`.execute(trx);
  const { numAffectedRows } = await sql`
    update identity.sso_domain set validated_at = ${validatedAt}, missing_since = ${missingSince}, checked_at = ${now}
    where id = ${id} and (${validatedAt}::timestamptz is null or not exists (
      select 1 from identity.sso_domain other where other.domain = ${domain} and other.id <> ${id} and other.validated_at is not null))`.execute(
    trx,
  );
  return numAffectedRows === 1n;
}

export interface DueDomain extends SsoDomain {
  tenantNumber: number;
  configId: string;
  verification: string;
}

/** Proven domains that were last looked at before `since`, those longest ago first. */
export async function listDueDomains(db: Db, { since, most }: { since: Date; most: number }): Promise<DueDomain[]> {
  const { rows } = await sql<DueDomain>`
    select d.id, d.domain, d.validated_at as "validatedAt", d.missing_since as "missingSince", c.tenant_number as "tenantNumber", c.uuid as "configId", c.verification
    from identity.sso_domain d join identity.sso_config c on c.id = d.config_id
    where d.validated_at is not null and d.checked_at < ${since} order by d.checked_at limit ${most}`.execute(db);
  return rows;
}

/** A domain as it is now, held until the transaction ends. */
export async function lockDomain(trx: Trx, id: string): Promise<ProvenDomain | null> {
  const row = await trx
    .selectFrom('identity.sso_domain')
    .select(['validated_at', 'missing_since'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ? { validatedAt: row.validated_at, missingSince: row.missing_since } : null;
}

export async function replaceDefaultRoles(
  trx: Trx,
  { number }: Pick<SsoConfig, 'number'>,
  roles: readonly number[],
): Promise<void> {
  await trx.deleteFrom('identity.sso_config_role').where('config_id', '=', number).execute();
  await sql`insert into identity.sso_config_role (config_id, role_id) select ${number}, given from unnest(${[...roles]}::bigint[]) as given`.execute(
    trx,
  );
}

/** @returns its id; null where the provider has a group of this name */
export async function insertSsoGroup(
  trx: Trx,
  { number }: Pick<SsoConfig, 'number'>,
  { group, now }: { group: string; now: Date },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into identity.sso_group (config_id, name, added_at) values (${number}, ${group}, ${now}) on conflict (config_id, name) do nothing returning id`.execute(
    trx,
  );
  return rows[0]?.id ?? null;
}

/** @returns false where the provider has another group of this name */
export async function renameSsoGroup(trx: Trx, id: string, name: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update identity.sso_group g set name = ${name} where g.id = ${id}
      and not exists (select 1 from identity.sso_group other where other.config_id = g.config_id and other.id <> g.id and other.name = ${name})`.execute(
    trx,
  );
  return numAffectedRows === 1n;
}

export async function deleteSsoGroup(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('identity.sso_group').where('id', '=', id).execute();
}

export async function replaceGroupRoles(trx: Trx, id: string, roles: readonly number[]): Promise<void> {
  await trx.deleteFrom('identity.sso_group_role').where('group_id', '=', id).execute();
  await sql`insert into identity.sso_group_role (group_id, role_id) select ${id}::uuid, given from unnest(${[...roles]}::bigint[]) as given`.execute(
    trx,
  );
}

/** Whether anybody is sent to a provider: one is on, and a domain of it is proven. */
export async function isSsoActive(db: Db): Promise<boolean> {
  const { rows } = await sql<{ active: boolean }>`
    select exists (select 1 from identity.sso_config c join identity.sso_domain d on d.config_id = c.id join identity.tenant t on t.number = c.tenant_number
      where c.enabled and d.validated_at is not null and t.status = 'ACTIVE') as active`.execute(db);
  return rows[0]?.active ?? false;
}

/** From now on, somebody of whom the issuer sends no groups is in none. */
export async function noteGroupsIssuer(
  trx: Trx,
  { number, groupsIssuer }: Pick<SsoConfig, 'number' | 'groupsIssuer'>,
  issuer: string,
): Promise<void> {
  if (groupsIssuer !== issuer)
    await trx.updateTable('identity.sso_config').set({ groups_issuer: issuer }).where('id', '=', number).execute();
}
