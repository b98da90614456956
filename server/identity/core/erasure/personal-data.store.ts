import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database';
import type { PersonalSections, PersonOf } from '../../../platform/personal-data';
import { listViewsOf } from '../own-sessions/own-session.store';

/** What the wing keeps of somebody; nothing by which anybody could sign in. */
export async function identityDataOf(db: Db, { userId }: PersonOf): Promise<PersonalSections> {
  const rowsOf = async (query: ReturnType<typeof sql<object>>) => (await query.execute(db)).rows;
  return {
    account: await rowsOf(sql`
      select uuid as id, login, email, address_before as "confirmedEmail", full_name as name, locale, status, created_at as "createdAt", last_sign_in_at as "lastSignInAt",
        password_changed_at as "passwordChangedAt", privacy_accepted_at as "privacyPolicyAcceptedAt", metadata
      from identity."user" where id = ${userId}`),
    organizations: await rowsOf(sql`
      select t.number as "organizationId", t.name, m.status, m.created_at as "memberSince", m.ends_at as "endsAt",
        array(select r.name from identity.held_roles(m.user_id, m.tenant_number) as held join identity.role r on r.id = held order by r.name) as roles,
        array(select g.name from identity.group_user gu join identity."group" g on g.id = gu.group_id
          where gu.user_id = m.user_id and gu.tenant_number = m.tenant_number order by g.name) as groups
      from identity.membership m join identity.tenant t on t.number = m.tenant_number where m.user_id = ${userId} order by t.number`),
    phoneNumbers: await rowsOf(sql`
      select phone, verified_at as "verifiedAt", created_at as "createdAt" from identity.phone_number where user_id = ${userId} order by created_at`),
    secondFactors: await rowsOf(sql`
      select 'authenticator app' as kind, null as name, created_at as "createdAt", null::timestamptz as "lastUsedAt" from identity.authenticator where user_id = ${userId} and confirmed_at is not null
      union all select 'phone', phone, created_at, null from identity.phone_factor where user_id = ${userId}
      union all select 'security key or device', name, created_at, last_used_at from identity.webauthn_factor where user_id = ${userId}`),
    passkeys: await rowsOf(sql`
      select name, created_at as "createdAt", last_used_at as "lastUsedAt" from identity.passkey where user_id = ${userId} order by created_at`),
    rememberedBrowsers: await rowsOf(sql`
      select user_agent as "userAgent", created_at as "createdAt", expires_at as "expiresAt" from identity.remembered_device where user_id = ${userId} order by created_at`),
    linkedServices: await rowsOf(sql`
      select provider, shown_as as "shownAs", created_at as "createdAt", last_used_at as "lastUsedAt" from identity.social_identity where user_id = ${userId}
      union all select issuer, coalesce(said_email, subject), created_at, last_used_at from identity.sso_identity where user_id = ${userId}`),
    directories: await rowsOf(sql`
      select c.name as directory, su.user_name as "userName", su.external_id as "externalId", su.attributes, su.created_at as "createdAt", su.updated_at as "updatedAt"
      from identity.scim_user su join identity.scim_connection c on c.number = su.connection_number where su.user_id = ${userId} order by su.created_at`),
    connectedApps: await rowsOf(sql`
      select client_id as "clientId", scopes, created_at as "createdAt" from identity.oauth_consent where user_id = ${userId} order by created_at`),
    apiTokens: await rowsOf(sql`
      select description, created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt" from identity.api_token where user_id = ${userId} order by created_at`),
    sessions: await rowsOf(sql`
      select created_at as "signedInAt", last_used_at as "lastUsedAt", ended_at as "endedAt", ip, user_agent as "userAgent"
      from identity.session where user_id = ${userId} and viewed_user_id is null order by created_at desc limit 1000`),
    supportAccess: await listViewsOf(db, { userId, limit: 1000 }),
  };
}
