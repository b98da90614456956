import { defineJob, noPayload } from '../../platform/jobs/define-job';
import { settleHolidayAreas } from './holiday-areas.service';

/** Sites of the build before, and those that come in with data, have no part of their country yet. */
export const settleHolidaysJob = defineJob({
  name: 'calendar.settleHolidays',
  payload: noPayload,
  folded: true,
  cron: '23 * * * *',
  atStart: {},
  run: (_payload, resources) => settleHolidayAreas(resources),
});
