import { z } from 'zod';
import type { JobHandle } from '../../platform/jobs/job-handle';

export const runReportJob: JobHandle<{ organisationId: number; id: number }> = {
  name: 'reports.run',
  payload: z.object({ organisationId: z.int(), id: z.int() }),
};
