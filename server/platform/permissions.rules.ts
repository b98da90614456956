/** The built-in roles of the internal organization's own people, given nowhere else. */
export const internalRoles: readonly string[] = ['support', 'internal-administrator'];

/** What makes somebody an administrator, of whom every organisation keeps one. */
export const administering = (internal: boolean): string => (internal ? 'EDIT_ORGANIZATIONS' : 'EDIT_USERS');

/** The keys of which each covers the wanted one, itself first. */
export function coveringKeys(wanted: string): string[] {
  const segments = wanted.split('.');
  return [wanted, ...segments.slice(1).map((_, at) => `${segments.slice(0, at + 1).join('.')}.*`)];
}

/**
 * Whether one of the keys that somebody holds is the wanted one or covers it: a trailing `*` stands for whole segments, so
 * `fe.secure.*` covers `fe.secure.read.users` and not `fe.secured`.
 */
export function covers(held: ReadonlySet<string>, wanted: string): boolean {
  return coveringKeys(wanted).some((key) => held.has(key));
}
