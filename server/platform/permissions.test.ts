import { describe, expect, it } from 'vitest';
import { builtInRoles, permissions } from '../features/permissions';
import { covers } from './permissions';

describe('covers', () => {
  it.each([
    [['EDIT_SITES'], 'EDIT_SITES', true],
    [['EDIT_SITES'], 'EDIT_SITE', false],
    [['fe.secure.*'], 'fe.secure.read.users', true],
    [['fe.secure.*'], 'fe.secure', false],
    [['fe.secure.*'], 'fe.secured.read', false],
    [['fe.*'], 'fe.secure.read.users', true],
    [['fe.*'], 'EDIT_SITES', false],
    [['*'], 'EDIT_SITES', false],
    [[], 'fe.secure.read.users', false],
  ])('%j, asked for %s: %s', (held, wanted, covered) => {
    expect(covers(new Set(held), wanted)).toBe(covered);
  });
});

/** What each built-in role may, by number and by what tells it from the one before it; a change here is a change of everybody's rights. */
describe('the built-in roles, put together from what the features say', () => {
  const of = (key: string) => builtInRoles.find((role) => role.key === key)?.permissions ?? [];

  it('hold as many permissions as ever', () => {
    expect(Object.fromEntries(builtInRoles.map(({ key, permissions: held }) => [key, held.length]))).toEqual({ basic: 1, viewer: 7, manager: 21, administrator: 31, support: 27, 'internal-administrator': 39 });
    expect(permissions).toHaveLength(39);
  });

  it('give nobody outside the internal organization what reaches beyond their own', () => {
    const beyond = ['CREATE_CLIENT_VIEW_SESSION', 'EDIT_FEATURE_FLAGS', 'EDIT_ORGANIZATIONS', 'MACHINE_VISION_EDIT_WASTE_EVENT_CLASSIFICATION', 'VIEW_CCM_DATA_SECURITY', 'VIEW_CONSOLE', 'VIEW_DYNAMIC_MENU_ACCOUNT_MANAGER', 'VIEW_USER_SESSIONS'] as const;
    for (const role of ['basic', 'viewer', 'manager', 'administrator']) expect(of(role).filter((key) => (beyond as readonly string[]).includes(key))).toEqual([]);
  });

  it('contain each other, from the smallest to the largest', () => {
    for (const [less, more] of [['basic', 'viewer'], ['viewer', 'manager'], ['manager', 'administrator'], ['manager', 'support'], ['administrator', 'internal-administrator']] as const) {
      expect([less, more, of(less).filter((key) => !of(more).includes(key))]).toEqual([less, more, []]);
    }
  });
});
