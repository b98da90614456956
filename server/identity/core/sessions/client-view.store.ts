import { sql } from 'kysely';
import { internalOrganisation } from '../../../platform/actor';
import { clientViewMinutes, type ClientViews, type ViewablePerson } from '../../../platform/client-view';
import { isActiveMember } from '../../policies/entry/active-member';
import { sessionCeiling } from '../../policies/sessions/session-policy.rules';
import { isActiveIn, isInternal } from './client-view.conditions';
import { endSession } from './session.store';

export const clientViews: ClientViews = {
  async listViewable(db, { organisationId, search, limit }) {
    const like = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
    const { rows } = await sql<ViewablePerson & { total: number }>`
      select u.id as "userId", u.full_name as "fullName", u.email, (count(*) over ())::int as total
      from identity.membership m join identity."user" u on u.id = m.user_id join identity.tenant t on t.number = m.tenant_number
      where m.tenant_number = ${organisationId} and ${isActiveMember()} and u.status = 'A' and t.status = 'ACTIVE' and not ${isInternal(sql`u.id`)}
        and (u.full_name ilike ${like} or u.email ilike ${like} or u.login ilike ${like})
      order by lower(u.full_name), u.id limit ${limit}`.execute(db);
    return {
      people: rows.map(({ userId, fullName, email }) => ({ userId: Number(userId), fullName, email })),
      total: rows[0]?.total ?? 0,
    };
  },

  async open(trx, { userId, sessionId, viewedUserId, organisationId, reason, ip, userAgent, now }) {
    const { rows } = await sql<{ id: string }>`
      insert into identity.session (user_id, tenant_number, created_at, last_used_at, expires_at, idle_seconds, ip, user_agent, viewed_user_id, viewed_tenant_number, view_reason, begun_in)
      select ${userId}, ${internalOrganisation}, ${now}, ${now}, ${now}::timestamptz + make_interval(mins => ${clientViewMinutes}), ${sessionCeiling.idleSeconds}, ${ip}, ${userAgent},
        ${viewedUserId}, ${organisationId}, ${reason}, ${sessionId}
      where ${organisationId}::bigint <> ${internalOrganisation} and not ${isInternal(sql`${viewedUserId}`)} and ${isActiveIn({ user: sql`${viewedUserId}`, tenant: sql`${organisationId}`, now })}
      returning id`.execute(trx);
    return rows[0]?.id ?? null;
  },

  end: (trx, { id }, now) => endSession(trx, id, { now, reason: 'client view left' }),
};
