import { may } from '../../platform/actor';
import type { Condition } from '../../platform/http/define-route';

/** A goal is of many sites, and says what each of them does. */
const whole: Condition = {
  says: 'For people who see the whole organization.',
  holds: ({ restriction }) => restriction === null,
};

const wholeAndSeen: Condition = {
  says: 'For people who see the whole organization and its goals.',
  holds: (actor) => whole.holds(actor) && may(actor, 'VIEW_ENTERPRISE_GOALS'),
};

export const enterpriseReading = { access: 'VIEW_ENTERPRISE_GOALS', condition: whole } as const;
export const enterpriseChanging = { access: 'EDIT_GOALS', condition: wholeAndSeen } as const;
