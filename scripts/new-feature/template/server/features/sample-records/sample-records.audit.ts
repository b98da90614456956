import { defineActions } from '../../platform/audit';

export const sampleRecordActions = defineActions('sampleRecord', {
  add: {},
  remove: { severity: 'warning' },
});
