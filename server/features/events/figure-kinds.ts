import { may, type Actor } from '../../platform/actor';
import type { Condition } from '../../platform/http/define-route';
import { covers, type Permission } from '../../platform/permissions';
import type { FigureKind } from './figure-address.rules';

/** Every kind of figure, with the permissions of the screens that show it: whoever may open one of these may see the figure. */
const figureKinds: Record<FigureKind, { screens: readonly Permission[] }> = {
  total: {
    screens: [
      'VIEW_BASE_LPO_PAGE',
      'EDIT_BASELINES',
      'VIEW_NEW_FOOD_WASTE_DASHBOARD',
      'GENERATE_REPORTS',
      'VIEW_IMPACT_UPDATE_REPORT',
      'VIEW_VAM_DASHBOARD',
      'VIEW_DONATION_DASHBOARD',
      'VIEW_POST_CONSUMER_REPORTS',
    ],
  },
  weight: {
    screens: ['VIEW_PERFORMANCE_DASHBOARD', 'VIEW_BASE_LPO_PAGE', 'GENERATE_REPORTS', 'VIEW_IMPACT_UPDATE_REPORT'],
  },
  value: {
    screens: ['VIEW_PERFORMANCE_DASHBOARD', 'VIEW_BASE_LPO_PAGE', 'GENERATE_REPORTS', 'VIEW_IMPACT_UPDATE_REPORT'],
  },
  transactions: { screens: ['VIEW_PERFORMANCE_DASHBOARD', 'VIEW_BASE_LPO_PAGE'] },
  tracking: { screens: ['VIEW_PERFORMANCE_DASHBOARD', 'VIEW_BASE_LPO_PAGE', 'GENERATE_REPORTS'] },
  compliance: { screens: ['VIEW_ENGAGEMENT_SCORE', 'GENERATE_REPORTS'] },
  weightStep: { screens: ['VIEW_BASE_LPO_PAGE'] },
  valueStep: { screens: ['VIEW_BASE_LPO_PAGE'] },
  imported: { screens: ['VIEW_DATA_MANAGER'] },
  dayTotal: { screens: ['EDIT_TRANSACTIONS'] },
  days: { screens: ['VIEW_BASE_LPO_PAGE'] },
  openDays: { screens: ['VIEW_BASE_LPO_PAGE'] },
};

export const maySee = (actor: Pick<Actor, 'permissions'>, kind: FigureKind) =>
  figureKinds[kind].screens.some((permission) => may(actor, permission));

const screens = [...new Set(Object.values(figureKinds).flatMap((kind) => kind.screens))];

/** The events behind a figure may be read by whoever may see one. */
export const seesFigures: Condition = {
  says: `Needs a permission of a screen with figures: ${screens.join(', ')}.`,
  holds: ({ permissions }) => opensEvents(permissions),
};

/** Whether somebody with these permissions may open the list of events behind figures. */
export const opensEvents = (permissions: ReadonlySet<string>) =>
  screens.some((permission) => covers(permissions, permission));
