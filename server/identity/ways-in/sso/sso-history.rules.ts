import { keptProfileBecause } from './followed-profile.rules';
import { unknownGroups } from './vouched-groups.rules';

/** What a history tells apart; the rest of an action's name, but for sign-ins that were refused. */
export const ssoEventNames = [
  'create',
  'change',
  'remove',
  'addDomain',
  'removeDomain',
  'proveDomain',
  'missDomain',
  'loseDomain',
  'setRoles',
  'addGroup',
  'changeGroup',
  'removeGroup',
  'makeUser',
  'link',
  'giveRoles',
  'keepAdministrator',
  'withdrawClaim',
  'keepRoles',
  'followProfile',
  'keepProfile',
  'linkAgain',
  'dismissRefusal',
  'test',
  'enforce',
  'lift',
  'breakGlass',
  'refuse',
] as const;

/** @param action `noun.verb` @returns `other` for one that this version does not know */
export const eventName = (action: string): (typeof ssoEventNames)[number] | 'other' =>
  ssoEventNames.find((name) => name === action.split('.')[1]) ?? 'other';

const reasons = ['byHand', 'off', 'untested', 'noDomain', 'removed', ...unknownGroups, ...keptProfileBecause] as const;

export const reasonOf = (why: unknown): (typeof reasons)[number] | null =>
  reasons.find((reason) => reason === why) ?? null;

type Written = Record<string, unknown> | null;

/** The one thing of a row that somebody looks for: a domain, a group, an address, an owner, or how many there were. */
export function aboutOf({ before, after }: { before: Written; after: Written }): string {
  for (const name of ['domain', 'group', 'email', 'owner', 'login', 'ssoEndpoint']) {
    const found = after?.[name] ?? before?.[name];
    if (typeof found === 'string') return found;
  }
  return typeof after?.further === 'number' ? String(after.further) : '';
}
