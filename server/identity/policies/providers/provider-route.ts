import { sql } from 'kysely';

/** Whether people of the domain of `u.email` are sent to a provider. Whoever comes in by one alone has no other way. */
export const isSentToProvider = sql<boolean>`exists (
  select 1 from identity.sso_domain d join identity.sso_config c on c.id = d.config_id and c.enabled
  join identity.tenant t on t.number = c.tenant_number and t.status = 'ACTIVE'
  where d.domain = lower(split_part(u.email, '@', 2)) and d.validated_at is not null)`;
