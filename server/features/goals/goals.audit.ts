import { defineActions } from '../../platform/audit';

/** What can be done to a goal. */
export const goalActions = defineActions('goal', {
  set: {},
  change: {},
  pause: {},
  resume: {},
  close: {},
  rebase: { severity: 'warning' },
  copy: {},
  logAction: {},
  endAction: {},
  removeAction: {},
});
