import { join } from 'node:path';
import { openEmbedded } from '../../../server/platform/db/embedded';
import { changes } from './administration';

export interface Wanted {
  dataDir: string;
  admin: string;
  invited: string;
  clientId: string;
}

/** What lies in the data folder of a server that has ended, read past everything that could have made it look right. */
export async function storedIn({ dataDir, admin, invited, clientId }: Wanted) {
  const { db, close } = await openEmbedded({
    dataDir: join(dataDir, 'database'),
    onError: (error) => {
      throw error;
    },
  });
  try {
    const { id: adminId, full_name: name } = await db
      .selectFrom('identity.user')
      .select(['id', 'full_name'])
      .where('email', '=', admin)
      .executeTakeFirstOrThrow();
    const { tenant_number: tenant } = await db
      .selectFrom('identity.membership')
      .select('tenant_number')
      .where('user_id', '=', adminId)
      .executeTakeFirstOrThrow();
    const members = await db
      .selectFrom('identity.membership as m')
      .innerJoin('identity.user as u', 'u.id', 'm.user_id')
      .where('m.tenant_number', '=', tenant)
      .select(['u.full_name as name', 'u.email', 'u.password_hash as password'])
      .orderBy('u.email')
      .execute();
    const rolesOfInvited = await db
      .selectFrom('identity.membership_role as mr')
      .innerJoin('identity.role as r', 'r.id', 'mr.role_id')
      .innerJoin('identity.user as u', 'u.id', 'mr.user_id')
      .where('mr.tenant_number', '=', tenant)
      .where('u.email', '=', invited)
      .select('r.key')
      .orderBy('r.key')
      .execute();
    const sso = await db
      .selectFrom('identity.sso_config as c')
      .innerJoin('identity.sso_domain as d', 'd.config_id', 'c.id')
      .where('c.tenant_number', '=', tenant)
      .select([
        'c.type',
        'c.enabled',
        'c.sso_endpoint as endpoint',
        'c.public_certificate as certificate',
        'd.domain',
        'd.validated_at as validatedAt',
      ])
      .execute();
    const token = await db
      .selectFrom('identity.api_token as t')
      .innerJoin('identity.user as u', 'u.id', 't.made_by')
      .where('t.id', '=', clientId)
      .where('t.tenant_number', '=', tenant)
      .select([
        't.kind',
        't.description',
        't.user_id as userId',
        't.secret_hash as hash',
        't.last_used_at as lastUsedAt',
        'u.email as madeBy',
      ])
      .executeTakeFirstOrThrow();
    const rolesOfToken = await db
      .selectFrom('identity.api_token_role as tr')
      .innerJoin('identity.role as r', 'r.id', 'tr.role_id')
      .where('tr.token_id', '=', clientId)
      .select('r.key')
      .execute();
    const policies = await db
      .selectFrom('identity.tenant as t')
      .innerJoin('identity.tenant_settings as s', 's.tenant_number', 't.number')
      .innerJoin('identity.lockout_policy as l', 'l.tenant_number', 't.number')
      .innerJoin('identity.password_history_policy as h', 'h.tenant_number', 't.number')
      .innerJoin('identity.mfa_policy as m', 'm.tenant_number', 't.number')
      .where('t.number', '=', tenant)
      .select([
        't.name as account',
        's.website',
        'l.max_attempts as lockedAfter',
        'h.history_size as passwordsKept',
        'h.enabled as keepsPasswords',
        'm.enforce as factor',
      ])
      .executeTakeFirstOrThrow();
    const permissions = await db
      .selectFrom('identity.role as r')
      .innerJoin('identity.role_permission as p', 'p.role_id', 'r.id')
      .where((where) =>
        where.or([
          where.and([where('r.tenant_number', '=', tenant), where('r.key', '=', changes.role.key)]),
          where.and([where('r.tenant_number', 'is', null), where('r.name', '=', changes.role.inherits)]),
        ]),
      )
      .select(['r.name', 'p.permission_key as permission'])
      .orderBy('p.permission_key')
      .execute();
    const permissionsOf = (name: string) => permissions.filter((one) => one.name === name).map((one) => one.permission);
    const keys = (rows: { key: string }[]) => rows.map(({ key }) => key);
    return {
      name,
      members,
      policies,
      permissionsOf,
      rolesOfInvited: keys(rolesOfInvited),
      sso,
      token: { ...token, roles: keys(rolesOfToken) },
    };
  } finally {
    await close();
  }
}
