import { sql } from 'kysely';
import type { Locale } from '../../../platform/actor';
import { dateFormsOf } from '../../../platform/date-forms.rules';
import type { People } from '../../../platform/people';
import { isActiveMember } from '../../policies/entry/active-member';
import { heldPermissions } from '../roles/held';

export const people: People = {
  async find(db, userId) {
    const row = await db
      .selectFrom('identity.user')
      .select(['id', 'login', 'email', 'full_name', 'locale', 'status'])
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!row) return null;
    return {
      userId: row.id,
      login: row.login,
      email: row.email,
      fullName: row.full_name,
      locale: row.locale as Locale,
      active: row.status === 'A',
    };
  },

  async permissionsIn(db, { userId, tenantNumber }) {
    const { rows } = await sql<{ permissions: string[] }>`
      select ${heldPermissions(sql`m.user_id`, sql`m.tenant_number`)} as permissions
      from identity.membership m join identity.tenant t on t.number = m.tenant_number
      where m.user_id = ${userId} and m.tenant_number = ${tenantNumber} and ${isActiveMember()} and t.status = 'ACTIVE'`.execute(
      db,
    );
    return rows[0] ? new Set(rows[0].permissions) : null;
  },

  async formsOf(db, tenantNumber) {
    const said = await db
      .selectFrom('identity.tenant_settings')
      .select(['date_format as date', 'time_format as time'])
      .where('tenant_number', '=', tenantNumber)
      .executeTakeFirst();
    return said && dateFormsOf(said);
  },
};
