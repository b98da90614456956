import { covers, internalRoles } from '../../platform/permissions.rules';

/** What can be changed of somebody. `name` and `email` are the account's, `links` lead into it; the others are the membership's. */
export const changes = ['name', 'email', 'roles', 'state', 'links', 'access'] as const;
export type Change = (typeof changes)[number];

/** Why somebody may not make a change. Each is the key of its sentence. */
export const refusals = [
  'limitedToSites',
  'yourself',
  'belongsElsewhere',
  'outranksYou',
  'signsInElsewhere',
  'isInactive',
] as const;
export type Refusal = (typeof refusals)[number];

export interface Editor {
  userId: number;
  permissions: ReadonlySet<string>;
  /** Sees every site and location of the organisation. */
  seesAll: boolean;
  /** Of the internal organisation. */
  staff: boolean;
}

export interface Edited {
  userId: number;
  permissionsHere: ReadonlySet<string>;
  permissionsEverywhere: ReadonlySet<string>;
  elsewhere: boolean;
  /** The membership is one of the internal organisation. */
  internal: boolean;
  ssoUser: boolean;
  active: boolean;
}

const holdsAll = (held: ReadonlySet<string>, wanted: Iterable<string>): boolean =>
  [...wanted].every((permission) => covers(held, permission));

/**
 * Why the change is refused; null where it may be made. An account that opens more than this organisation is not an administrator's
 * of this one alone, and whoever could read somebody's mail could become them: so nobody gets at an account that may do more than
 * they do themselves.
 */
export function refusalOf(change: Change, editor: Editor, edited: Edited): Refusal | null {
  if (!editor.seesAll) return 'limitedToSites';
  const account = change === 'name' || change === 'email' || change === 'links';
  if (edited.userId === editor.userId && !account) return 'yourself';
  if (account && edited.elsewhere && !editor.staff) return 'belongsElsewhere';
  if (change === 'links' && edited.ssoUser) return 'signsInElsewhere';
  if (change === 'links' && !edited.active) return 'isInactive';
  if (change === 'email' && edited.ssoUser) return 'signsInElsewhere';
  return outranks(change, editor, edited) ? 'outranksYou' : null;
}

/** A link goes to the person's own mailbox, a name opens nothing, and which roles may be given is asked of each role. */
function outranks(change: Change, editor: Editor, edited: Edited): boolean {
  if (change === 'email') return !holdsAll(editor.permissions, edited.permissionsEverywhere);
  const freely = change === 'name' || change === 'links' || change === 'roles';
  // Internal staff let customers' people in and out, whatever those may do at home.
  const asStaff = editor.staff && !edited.internal;
  return !freely && !asStaff && !holdsAll(editor.permissions, edited.permissionsHere);
}

interface Role {
  roleId: number;
  permissions: readonly string[];
}

/** Nobody gives or takes a role that allows something which they may not do themselves. */
export const isGrantable = (editor: Pick<Editor, 'permissions'>, role: Pick<Role, 'permissions'>): boolean =>
  holdsAll(editor.permissions, role.permissions);

/** The roles that change hands between the two sets and are not the editor's to give. */
export function ungrantableAmong(
  roles: readonly Role[],
  editor: Pick<Editor, 'permissions'>,
  { before, after }: Record<'before' | 'after', readonly number[]>,
): Role[] {
  return roles.filter(
    (role) => before.includes(role.roleId) !== after.includes(role.roleId) && !isGrantable(editor, role),
  );
}

/** The roles that an organisation gives its people: those of internal staff only in theirs. */
export const isRoleOf = ({ key, builtIn }: { key: string; builtIn: boolean }, internal: boolean): boolean =>
  internal || !builtIn || !internalRoles.includes(key);
