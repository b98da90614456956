import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import type { Admission } from '../../policies/entry/arrival';
import { type PendingSignIn, pendingHash } from '../admission/pending-sign-in.store';
import { issuerOf, type OidcConfig } from './oidc-providers';
import type { LeavingPerson } from './saml-logout.rules';
import type { SamlName, SamlSubject } from './saml-response.rules';
import type { ProviderName } from './vouched.rules';

export const samlNameOf = ({
  subject,
  subjectFormat,
  nameQualifier,
  spNameQualifier,
  sessionIndex,
}: SamlSubject): SamlName => ({
  nameId: subject,
  nameIdFormat: subjectFormat,
  nameQualifier,
  spNameQualifier,
  sessionIndex,
});

/** Keeps by what name the provider knows whoever comes in, or whoever will once their second proof is right. */
export async function keepProviderName(
  trx: Trx,
  { admission, configNumber, name }: { admission: Admission; configNumber: number; name: ProviderName },
): Promise<void> {
  if (admission.kind === 'breached') return;
  const of =
    admission.kind === 'session'
      ? { session_id: admission.sessionId }
      : { pending_hash: pendingHash(admission.answer.mfaToken) };
  await trx
    .insertInto('identity.saml_session')
    .values({
      ...of,
      config_id: configNumber,
      name_id: name.nameId,
      name_id_format: name.nameIdFormat,
      name_qualifier: name.nameQualifier,
      sp_name_qualifier: name.spNameQualifier,
      session_index: name.sessionIndex,
      sealed_hint: name.hint === undefined ? null : Buffer.from(name.hint, 'base64url'),
    })
    .execute();
}

/** The second proof was right: the name is that of the session which it opened. */
export async function openProviderName(
  trx: Trx,
  { flow }: Pick<PendingSignIn, 'flow'>,
  sessionId: string,
): Promise<void> {
  await trx
    .updateTable('identity.saml_session')
    .set({ session_id: sessionId, pending_hash: null })
    .where('pending_hash', '=', Buffer.from(flow, 'hex'))
    .execute();
}

export interface LeftSession extends SamlName {
  sealedHint: Buffer | null;
  tenantNumber: number;
  /** The public id of the provider. */
  configId: string;
}

/** By what name a provider knows whoever sits in a session, or in the one that a client view was begun in. @returns null where nobody came by a provider */
export async function findProviderName(db: Db, sessionId: string): Promise<LeftSession | null> {
  const { rows } = await sql<LeftSession>`
    select n.name_id as "nameId", n.name_id_format as "nameIdFormat", n.name_qualifier as "nameQualifier", n.sp_name_qualifier as "spNameQualifier", n.session_index as "sessionIndex", n.sealed_hint as "sealedHint",
      c.tenant_number as "tenantNumber", c.uuid as "configId"
    from identity.session s join identity.saml_session n on n.session_id in (s.id, s.begun_in) join identity.sso_config c on c.id = n.config_id and c.enabled
    where s.id = ${sessionId} limit 1`.execute(db);
  return rows[0] ?? null;
}

type Ended = { sessionId: string; userId: number }[];

/** Ends sessions by the names of theirs at a provider. Sign-ins that still wait for a second proof come to nothing with them. */
async function endNamed(trx: Trx, now: Date, named: RawBuilder<unknown>): Promise<Ended> {
  await sql`delete from identity.pending_sign_in p using identity.saml_session n where n.pending_hash = p.token_hash and ${named}`.execute(
    trx,
  );
  const { rows } = await sql<Ended[number]>`
    update identity.session s set ended_at = ${now}, end_reason = 'signed out at the provider' from identity.saml_session n
    where n.session_id = s.id and s.ended_at is null and ${named} returning s.id as "sessionId", s.user_id as "userId"`.execute(
    trx,
  );
  return rows;
}

/** Ends those sessions which a provider began for somebody; where it names none of them, all. @returns them */
export function endNamedSessions(
  trx: Trx,
  { configNumber, person, now }: { configNumber: number; person: LeavingPerson; now: Date },
): Promise<Ended> {
  const { nameId, nameIdFormat, sessionIndexes } = person;
  return endNamed(
    trx,
    now,
    sql`n.config_id = ${configNumber} and n.name_id = ${nameId} and ${nameIdFormat} in ('', n.name_id_format)
    and (${sessionIndexes.length} = 0 or n.session_index = any(${[...sessionIndexes]}::text[]))`,
  );
}

interface NamedByOidc {
  configNumber: number;
  /** One of the two at least. */
  subject: string | null;
  sid: string | null;
}

/** Ends what an OpenID provider began: the session that it names, or all of somebody's. One that it gave no name is ended with its person's. @returns them */
export function endSessionsOfOidc(trx: Trx, { configNumber, subject, sid }: NamedByOidc, now: Date): Promise<Ended> {
  return endNamed(
    trx,
    now,
    sql`n.config_id = ${configNumber} and (${subject}::text is null or n.name_id = ${subject})
    and (${sid}::text is null or n.session_index = ${sid} or (n.session_index is null and ${subject}::text is not null))`,
  );
}

export interface OidcLeaving extends OidcConfig {
  number: number;
  /** The public id. */
  id: string;
  tenantNumber: number;
}

/** A provider and a client of it may be those of several tenants; only those by which somebody can come in count. */
const mostProviders = 100;

/** The OpenID providers of this name at which this side is one of these clients. */
export async function listOidcOf(
  db: Db,
  { issuer, clientIds }: { issuer: string; clientIds: readonly string[] },
): Promise<OidcLeaving[]> {
  const { rows } = await sql<OidcLeaving>`
    select c.id as number, c.uuid as id, c.tenant_number as "tenantNumber", c.sso_endpoint as "ssoEndpoint", c.oidc_client_id as "oidcClientId", c.oidc_secret as "sealedSecret"
    from identity.sso_config c join identity.tenant t on t.number = c.tenant_number and t.status = 'ACTIVE'
    where c.oidc_client_id = any(${[...clientIds]}::text[]) and c.oidc_client_id <> '' and c.enabled and c.type = 'oidc'
      and exists (select 1 from identity.sso_domain d where d.config_id = c.id and d.validated_at is not null)
    order by c.id`.execute(db);
  return rows.filter(({ ssoEndpoint }) => issuerOf(ssoEndpoint) === issuerOf(issuer)).slice(0, mostProviders);
}
