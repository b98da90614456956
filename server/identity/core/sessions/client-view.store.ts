import { sql } from 'kysely';
import { internalOrganisation } from '../../../platform/actor';
import { clientViewMinutes } from '../../../platform/client-view';
import { clientViewActions, type ClientViews, type ViewablePerson } from '../../../platform/client-views';
import { anywhere } from '../../../platform/like.rules';
import { isActiveMember } from '../../policies/entry/active-member';
import { sessionCeiling } from '../../policies/sessions/session-policy.rules';
import { letsStaffIn } from '../../policies/support/support-policy.store';
import { isActiveIn, isInternal } from './client-view.conditions';
import { endSession } from './session.store';

const viewable = ({ userId, organisationId, now }: { userId: number; organisationId: number; now: Date }) =>
  sql<boolean>`(${organisationId}::bigint <> ${internalOrganisation} and not ${isInternal(sql`${userId}`)}
    and ${letsStaffIn(sql`${organisationId}`)} and ${isActiveIn({ user: sql`${userId}`, tenant: sql`${organisationId}`, now })})`;

export const clientViews: ClientViews = {
  async listViewable(db, { organisationId, search, limit }) {
    const like = anywhere(search);
    const { rows } = await sql<ViewablePerson & { total: number }>`
      select u.id as "userId", u.full_name as "fullName", u.email, (count(*) over ())::int as total
      from identity.membership m join identity."user" u on u.id = m.user_id join identity.tenant t on t.number = m.tenant_number
      where m.tenant_number = ${organisationId} and ${isActiveMember()} and u.status = 'A' and t.status = 'ACTIVE' and not ${isInternal(sql`u.id`)} and ${letsStaffIn(sql`t.number`)}
        and (u.full_name ilike ${like} or u.email ilike ${like} or u.login ilike ${like})
      order by lower(u.full_name), u.id limit ${limit}`.execute(db);
    return {
      people: rows.map(({ userId, fullName, email }) => ({ userId: Number(userId), fullName, email })),
      total: rows[0]?.total ?? 0,
    };
  },

  async findViewable(db, who) {
    const { rows } = await sql<{
      uuid: string;
    }>`select u.uuid from identity."user" u where u.id = ${who.userId} and ${viewable(who)}`.execute(db);
    return rows[0]?.uuid ?? null;
  },

  begin(acting, { userId, sessionId, viewedUserId, reason, ip, userAgent }) {
    const { now } = acting;
    const { organisationId } = acting.scope;
    return acting.db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ id: string }>`
        insert into identity.session (user_id, tenant_number, created_at, last_used_at, expires_at, idle_seconds, ip, user_agent, viewed_user_id, viewed_tenant_number, view_reason, begun_in)
        select ${userId}, ${internalOrganisation}, ${now}, ${now}, ${now}::timestamptz + make_interval(mins => ${clientViewMinutes}), ${sessionCeiling.idleSeconds}, ${ip}, ${userAgent},
          ${viewedUserId}, ${organisationId}, ${reason}, ${sessionId}
        where ${viewable({ userId: viewedUserId, organisationId, now })}
        returning id`.execute(trx);
      const id = rows[0]?.id ?? null;
      if (id !== null)
        await acting.audit(trx, {
          action: clientViewActions.start,
          entity: 'session',
          entityId: id,
          after: { viewedUserId, reason },
        });
      return id;
    });
  },

  end: (trx, { id }, now) => endSession(trx, id, { now, reason: 'client view left' }),
};
