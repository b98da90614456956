import { randomInt } from 'node:crypto';
import type { Trx } from '../../platform/db/database';
import type { Members } from '../../platform/members';
import type { Pins } from '../../platform/pins';

/** Names that kitchens use; nobody's own. */
const aliases = ['Basil', 'Pepper', 'Saffron', 'Nutmeg', 'Sorrel', 'Clove', 'Juniper', 'Thyme'] as const;
const locales = ['en_US', 'de_DE', 'es_ES', 'fr_FR'] as const;
const mostLocations = 6;

interface PeopleInput {
  organisationId: number;
  now: Date;
  members: Members;
  pins: Pins;
}

/** What the pages of people show beside those who may sign in: somebody invited, somebody who has left, and who stands at the trackers. */
export async function addDemoPeople(trx: Trx, { organisationId, now, members, pins }: PeopleInput): Promise<void> {
  const roles = await members.roles(trx, organisationId);
  const roleIds = roles.filter(({ key, builtIn }) => builtIn && key === 'manager').map(({ roleId }) => roleId);
  const add = (fullName: string, email: string) =>
    members.add(trx, { tenantNumber: organisationId, login: email, email, fullName, locale: 'en_US', roleIds, now });
  await add('Ida Novak', 'invited@caterer.test');
  await members.setActive(trx, {
    tenantNumber: organisationId,
    userId: await add('Otto Brandt', 'left@caterer.test'),
    active: false,
    now,
  });

  const kitchens = await trx
    .selectFrom('location')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('status', '=', 'A')
    .orderBy('id')
    .limit(mostLocations)
    .execute();
  // Nobody is told this number: whoever tries the demo gives a new one.
  const pinHash = await pins.hash(String(randomInt(10 ** 6)));
  const own = { organisation_id: organisationId, pin_hash: pinHash, pin_set_at: now, created_at: now, updated_at: now };
  const rows = kitchens.flatMap(({ id }, at) =>
    [0, 1, 2].map((more) => ({
      ...own,
      location_id: id,
      alias: aliases[(at + more) % aliases.length] as string,
      locale: locales[(at + more) % locales.length] as string,
      status: at === 1 && more === 2 ? 'I' : 'A',
    })),
  );
  if (rows.length > 0) await trx.insertInto('operator').values(rows).execute();
}
