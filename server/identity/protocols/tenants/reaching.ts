import type { Condition, Context } from '../../../platform/http/define-route';
import { covers, type Permission } from '../../../platform/permissions';
import { familyOf } from '../../core/tenants/family';

/** A second right beside that of a route's access. */
export const alsoNeeds = (permission: Permission): Condition => ({
  says: `Needs ${permission}, too.`,
  holds: ({ permissions }) => covers(permissions, permission),
});

/** The tenants that whoever asks may act in, and how they do. */
export const reachingOf = async ({ db, actor, actingIn }: Pick<Context, 'db' | 'actor' | 'actingIn'>) => ({
  family: await familyOf(db, actor),
  actingIn,
});
