import { administering, covers } from '../../../platform/permissions.rules';

/** What makes somebody an administrator: permissions of which every tenant keeps somebody who holds them, once there is one. */
export const administratorPermissions = (internal: boolean): readonly string[] => [
  administering(internal),
  'fe.secure.write.users',
];

/** A member who holds such a permission. */
export interface Holder {
  userId: number;
  /** The account and the membership are on, and no date ends it. */
  permanent: boolean;
  /** Has come in before, or can. */
  activated: boolean;
  /** To some sites: whoever is may change nobody's rights, nor lift it. */
  limited: boolean;
  /** By wrong passwords, for a while; or with no way in but a provider that is off. */
  locked: boolean;
}

/** Whoever is locked out may be so by anybody who types wrong passwords: they are no administrator to rely on, and still not one to lose. */
const isAdministrator = ({ permanent, activated, limited }: Holder): boolean => permanent && activated && !limited;
const isFit = (holder: Holder): boolean => isAdministrator(holder) && !holder.locked;

/**
 * Whether a tenant may be left as a change leaves it: with an administrator who can come in; where there was none before, without the loss
 * of one who cannot at the moment.
 */
export function keepsAdministrator(before: readonly Holder[], after: readonly Holder[]): boolean {
  if (after.some(isFit)) return true;
  const left = new Set(after.filter(isAdministrator).map(({ userId }) => userId));
  return before.filter(isAdministrator).every(({ userId }) => left.has(userId)) && !before.some(isFit);
}

/** Whether a role of these permissions makes who holds it an administrator. */
export const makesAdministrator = (permissions: readonly string[], internal: boolean): boolean =>
  administratorPermissions(internal).some((wanted) => covers(new Set(permissions), wanted));
