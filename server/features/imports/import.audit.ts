import { defineActions } from '../../platform/audit';

export const importActions = defineActions('import', {
  upload: {},
  changeMapping: {},
  choose: {},
  discard: {},
  run: {},
  resume: {},
  fail: { severity: 'warning' },
  undo: { severity: 'warning' },
});
