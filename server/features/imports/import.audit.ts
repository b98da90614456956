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

export const keptActions = defineActions('importMapping', {
  keep: {},
  replace: {},
  rename: {},
  delete: {},
});
