import { may, type Viewer } from '../../platform/actor';
import type { Condition, Context } from '../../platform/http/define-route';

export const path = '/donation-dashboard';
export const viewing = 'VIEW_DONATION_DASHBOARD' as const;
export const editing = 'EDIT_DONATIONS' as const;

/** Partners are of every site. */
export const ofEverySite: Condition = {
  says: 'For people who see the whole organization.',
  holds: ({ restriction }) => restriction === null,
};

export type PageContext = Context<'signed-in'>;

export const readerOf = ({ t, actor }: PageContext) => ({ t, permissions: actor.permissions, unit: actor.unit });

export const mayEdit = (who: Pick<Viewer, 'permissions'>) => may(who, editing);

/** The weight of a form in grams, as they are stored. */
export const gramsIn = (weight: number | null, { gramsPerUnit }: { gramsPerUnit: number }) =>
  weight === null ? null : Math.round(weight * gramsPerUnit * 100) / 100;
