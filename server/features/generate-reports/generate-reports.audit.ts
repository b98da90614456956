import { defineActions } from '../../platform/audit';

export const reportActions = defineActions('report', { request: {}, cancel: {}, delete: {}, send: {} });
export const scheduleActions = defineActions('reportSchedule', {
  create: {},
  change: {},
  pause: {},
  resume: {},
  runNow: {},
  delete: {},
});
