import { defineActions } from '../../platform/audit';

export const photoActions = defineActions('photo', {
  add: {},
  delete: { severity: 'warning' },
  // Photos may leave the house from then on, or are deleted earlier.
  changeSettings: { severity: 'warning' },
});
