/** Every permission that there is: each feature adds the keys of its `Feature.permissions`. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- it is filled by the features' declarations
export interface Permissions {}

export type Permission = Extract<keyof Permissions, string>;

export type Access = Permission | 'signed-in' | 'public';

/** The roles that every organization has; an internal administrator holds everything. */
export const roleNames = { basic: 'Basic', viewer: 'Viewer', manager: 'Manager', administrator: 'Administrator', support: 'Support', 'internal-administrator': 'Internal administrator' } as const;
export type BuiltInRole = keyof typeof roleNames;

/** For each permission the built-in roles that hold it, beside the internal administrator. */
export type PermissionRoles = Record<string, readonly Exclude<BuiltInRole, 'internal-administrator'>[]>;

/**
 * Whether one of the keys that somebody holds is the wanted one or covers it: a trailing `*` stands for whole segments, so
 * `fe.secure.*` covers `fe.secure.read.users` and not `fe.secured`.
 */
export function covers(held: ReadonlySet<string>, wanted: string): boolean {
  if (held.has(wanted)) return true;
  const segments = wanted.split('.');
  return segments.some((_, at) => at > 0 && held.has(`${segments.slice(0, at).join('.')}.*`));
}
