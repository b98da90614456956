import { permissions, type Permission } from '../../platform/permissions';

/** Rights over more than one's own organisation; held by members of organisation 1 alone. */
const internalOnly: Permission[] = [
  'CREATE_CLIENT_VIEW_SESSION',
  'EDIT_FEATURE_FLAGS',
  'EDIT_ORGANIZATIONS',
  'MACHINE_VISION_EDIT_WASTE_EVENT_CLASSIFICATION',
  'VIEW_CCM_DATA_SECURITY',
  'VIEW_CONSOLE',
  'VIEW_DYNAMIC_MENU_ACCOUNT_MANAGER',
  'VIEW_USER_SESSIONS',
];

const looking: Permission[] = [
  'VIEW_BASE_LPO_PAGE',
  'VIEW_PERFORMANCE_DASHBOARD',
  'VIEW_NEW_FOOD_WASTE_DASHBOARD',
  'VIEW_POST_CONSUMER_REPORTS',
  'VIEW_DONATION_DASHBOARD',
  'VIEW_LEADERBOARD',
  'WEIGHT_ACCURACY',
];

const running: Permission[] = [
  ...looking,
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

/** The stated matrix of the built-in roles. An administrator of organisation 1 holds everything. */
export const builtInRoles: { key: string; name: string; permissions: readonly Permission[] }[] = [
  { key: 'basic', name: 'Basic', permissions: ['VIEW_BASE_LPO_PAGE'] },
  { key: 'viewer', name: 'Viewer', permissions: looking },
  { key: 'manager', name: 'Manager', permissions: running },
  { key: 'administrator', name: 'Administrator', permissions: permissions.filter((key) => !internalOnly.includes(key)) },
  { key: 'support', name: 'Support', permissions: [...running, 'CREATE_CLIENT_VIEW_SESSION', 'VIEW_CCM_DATA_SECURITY', 'VIEW_CONSOLE', 'VIEW_USER_SESSIONS', 'EDIT_SITES', 'EDIT_USERS'] },
  { key: 'internal-administrator', name: 'Internal administrator', permissions },
];
