import { isInternal, may, type Actor } from '../../platform/actor';
import type { Context } from '../../platform/http/define-route';
import { seesAll } from '../../platform/restriction.rules';
import type { Editing } from '../users';

export const path = '/user-manager';
/** Who sees people, and who changes them. */
export const read = 'VIEW_USER_MANAGEMENT_TOOLS';
const change = 'EDIT_USERS';

export type PageContext = Context<'signed-in'>;

export const editingOf = ({ acting, actor, resources }: PageContext): Editing => ({
  acting,
  members: resources.members,
  staff: isInternal(actor),
});

/** Whoever changes people sees them as well: what is refused is shown with the page. */
export const changing = {
  access: change,
  condition: { says: `Needs the permission ${read} too.`, holds: (actor: Actor) => may(actor, read) },
  notInClientView: true,
} as const;

/** What each form asks anyway; a page without it shows none. */
export const mayChange = ({ actor, acting }: PageContext): boolean => may(actor, change) && seesAll(acting.scope);
