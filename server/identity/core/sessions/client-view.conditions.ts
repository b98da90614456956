import { sql, type RawBuilder } from 'kysely';
import { internalOrganisation } from '../../../platform/actor';
import type { Permission } from '../../../platform/permissions';
import { isActiveMember } from '../../policies/entry/active-member';
import { letsStaffIn } from '../../policies/support/support-policy.store';
import { isLive } from './live-session';

/** What somebody needs to begin a client view, and to stay in it. */
const viewing: Permission = 'CREATE_CLIENT_VIEW_SESSION';

interface Named {
  user: RawBuilder<unknown>;
  tenant: RawBuilder<unknown>;
  now: Date;
}

/** Whether a person is an active member of an active tenant. */
export const isActiveIn = ({ user, tenant, now }: Named) => sql<boolean>`exists (
  select 1 from identity.membership m join identity."user" u on u.id = m.user_id join identity.tenant t on t.number = m.tenant_number
  where m.user_id = ${user} and m.tenant_number = ${tenant} and ${isActiveMember(now)} and u.status = 'A' and t.status = 'ACTIVE')`;

/** Nobody's view may be taken who was ever let into the internal organisation. */
export const isInternal = (user: RawBuilder<unknown>) => sql<boolean>`exists (
  select 1 from identity.membership i where i.user_id = ${user} and i.tenant_number = ${internalOrganisation})`;

/** Of a session `s` that is a client view: whether both people, the rights of who looks and the session that it was begun in still stand. */
export const viewStands = (now: Date) => sql<boolean>`(
  not ${isInternal(sql`s.viewed_user_id`)} and ${letsStaffIn(sql`s.viewed_tenant_number`)}
  and ${isActiveIn({ user: sql`s.user_id`, tenant: sql`${internalOrganisation}`, now })}
  and exists (
    select 1 from identity.held_roles(s.user_id, ${internalOrganisation}) as held join identity.role_permission rp on rp.role_id = held
    where rp.permission_key = ${viewing})
  and exists (
    select 1 from identity.session b where b.id = s.begun_in and ${isLive(now, 'b')}))`;
