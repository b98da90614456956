import { describe, expect, it } from 'vitest';
import { builtInRoles, permissions } from '../permission-matrix';
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

/** The permissions of the product, each beside the role that first holds it; a change here is a change of everybody's rights. Those of a feature's own stand in its folder alone. */
const basic = ['VIEW_BASE_LPO_PAGE'];
const viewer = [
  ...basic,
  'VIEW_DONATION_DASHBOARD',
  'VIEW_LEADERBOARD',
  'VIEW_NEW_FOOD_WASTE_DASHBOARD',
  'VIEW_PERFORMANCE_DASHBOARD',
  'VIEW_POST_CONSUMER_REPORTS',
  'WEIGHT_ACCURACY',
];
const manager = [
  ...viewer,
  'EDIT_CHECKWEIGHT',
  'EDIT_NOTIFICATIONS',
  'EDIT_TRANSACTIONS',
  'GENERATE_REPORTS',
  'VIEW_CCM_TOOLS_TAB',
  'VIEW_CONFIGURATION_DROPDOWN',
  'VIEW_DATA_MANAGER',
  'VIEW_DEVICE_MANAGER',
  'VIEW_ENGAGEMENT_SCORE',
  'VIEW_ENTERPRISE_GOALS',
  'VIEW_EXCLUSION_THRESHOLD_PERFORMANCE_DASHBOARD',
  'VIEW_IMPACT_UPDATE_REPORT',
  'VIEW_TRACKER_PROFILE_MANAGER',
  'VIEW_VAM_DASHBOARD',
];
const administrator = [
  ...manager,
  'ACCESS_ONBOARDING',
  'EDIT_BASELINES',
  'EDIT_HIERARCHIES',
  'EDIT_OPERATORS',
  'EDIT_REF_DATA_IMAGE',
  'EDIT_SITES',
  'EDIT_USERS',
  'VIEW_COST_RULES',
  'VIEW_MOBILE_APP',
  'VIEW_USER_MANAGEMENT_TOOLS',
];
const support = [
  ...manager,
  'CREATE_CLIENT_VIEW_SESSION',
  'EDIT_SITES',
  'EDIT_USERS',
  'VIEW_CCM_DATA_SECURITY',
  'VIEW_CONSOLE',
  'VIEW_USER_SESSIONS',
];
const everything = [
  ...new Set([...administrator, ...support]),
  'EDIT_FEATURE_FLAGS',
  'EDIT_ORGANIZATIONS',
  'MACHINE_VISION_EDIT_WASTE_EVENT_CLASSIFICATION',
  'VIEW_DYNAMIC_MENU_ACCOUNT_MANAGER',
];

describe('the built-in roles, put together from what the features say', () => {
  const of = (key: string) => builtInRoles.find((role) => role.key === key)?.permissions ?? [];

  it.each(Object.entries({ basic, viewer, manager, administrator, support, 'internal-administrator': everything }))(
    '%s holds of the specification’s permissions exactly its own',
    (role, held) => {
      expect(everything).toHaveLength(39);
      expect(of(role).filter((key) => everything.includes(key))).toEqual([...held].sort());
    },
  );

  it('hold what the demo roles of the identity API hold: ReadOnly, Admin, and Support, which looks with others’ eyes, too', () => {
    const identityKeys = (key: string) => of(key).filter((permission) => permission.startsWith('fe.'));
    const readOnly = ['fe.account-hierarchy.read.*', 'fe.account-settings.read.*', 'fe.secure.read.*'];
    expect([of('ReadOnly'), of('Admin')]).toEqual([readOnly, ['fe.*']]);
    expect([
      identityKeys('administrator'),
      identityKeys('viewer'),
      identityKeys('manager'),
      identityKeys('support'),
    ]).toEqual([['fe.*'], readOnly, readOnly, readOnly]);
    expect(of('support')).toContain('CREATE_CLIENT_VIEW_SESSION');
    // A front end that asks for one key finds the one that covers it; none covers anything of the product.
    expect([
      covers(new Set(of('ReadOnly')), 'fe.secure.read.users'),
      covers(new Set(of('ReadOnly')), 'fe.secure.write.users'),
      covers(new Set(of('Admin')), 'EDIT_USERS'),
    ]).toEqual([true, false, false]);
  });

  it('let an internal administrator do everything', () => {
    expect(of('internal-administrator')).toEqual(permissions);
  });

  it('give nobody outside the internal organization what reaches beyond their own', () => {
    const beyond = [
      'CREATE_CLIENT_VIEW_SESSION',
      'EDIT_FEATURE_FLAGS',
      'EDIT_ORGANIZATIONS',
      'MACHINE_VISION_EDIT_WASTE_EVENT_CLASSIFICATION',
      'VIEW_CCM_DATA_SECURITY',
      'VIEW_CONSOLE',
      'VIEW_DYNAMIC_MENU_ACCOUNT_MANAGER',
      'VIEW_USER_SESSIONS',
    ] as const;
    for (const role of ['basic', 'viewer', 'manager', 'administrator'])
      expect(of(role).filter((key) => (beyond as readonly string[]).includes(key))).toEqual([]);
  });

  it('contain each other, from the smallest to the largest', () => {
    for (const [less, more] of [
      ['basic', 'viewer'],
      ['viewer', 'manager'],
      ['manager', 'administrator'],
      ['manager', 'support'],
      ['administrator', 'internal-administrator'],
    ] as const) {
      expect([less, more, of(less).filter((key) => !covers(new Set(of(more)), key))]).toEqual([less, more, []]);
    }
  });
});
