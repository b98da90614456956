import type { Translate } from './i18n/messages';
import type { BuiltInRole } from './permissions';

interface Role {
  key: string;
  name: string;
  /** No organisation's own. */
  builtIn: boolean;
}

/** Built-in roles have a name in every language. */
export const nameOfRole = (t: Translate, { key, name, builtIn }: Role): string =>
  builtIn ? t(`users.roles.${key as BuiltInRole}`) : name;

const isBuiltIn = (wanted: BuiltInRole) => (role: Role) => role.builtIn && role.key === wanted;

/**
 * Two built-in roles allow everything: `administrator` of the product and of accounts, `Admin`, which clients of the identity API
 * know, of accounts alone. A screen offers the first; the second stays where it is held, and where the first is out of reach.
 */
export function offeredRoles<R extends Role>(roles: readonly R[], isHeld: (role: R) => boolean = () => false): R[] {
  const whole = roles.some(isBuiltIn('administrator'));
  return roles.filter((role) => !(whole && isBuiltIn('Admin')(role)) || isHeld(role));
}
