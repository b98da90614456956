import { defineActions } from '../../platform/audit';

export const copyActions = defineActions('packageCopy', {
  // Nothing but a preview comes of it.
  prepare: {},
  run: { severity: 'warning' },
  retry: { severity: 'warning' },
  end: {},
  undo: { severity: 'warning' },
  undone: {},
  drop: {},
});
