import { defineActions } from '../../platform/audit';

export const bulkActions = defineActions('bulkChange', {
  // Nothing but a count comes of it.
  prepare: {},
  run: { severity: 'warning' },
  end: {},
  undo: { severity: 'warning' },
  undone: {},
  drop: {},
});
