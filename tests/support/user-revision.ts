import { findUser } from '../../server/features/users';
import { actingIn } from './acting';
import type { TestApp } from './test-app';

/** What a change must send back of the state that it begins with. */
export async function userRevision(
  app: TestApp,
  { organisationId, userId }: { organisationId: number; userId: number },
): Promise<string> {
  const nobody = {
    kind: 'person',
    userId: 0,
    login: 'nobody',
    fullName: 'Nobody',
    permissions: new Set<string>(),
    locale: 'en_US',
    unit: { id: 12, abbr: 'kg', gramsPerUnit: 1000 },
  } as const;
  const acting = { ...actingIn(app.db, { organisationId, clock: app.clock }), actor: nobody };
  return (await findUser({ acting, members: app.resources.members, staff: false }, userId)).revision;
}
