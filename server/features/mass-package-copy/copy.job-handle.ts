import { z } from 'zod';
import type { JobHandle } from '../../platform/jobs/job-handle';
import type { JobKey } from './copy.store';

export const copyJob: JobHandle<JobKey> = {
  name: 'mass-package-copy.run',
  payload: z.object({ organisationId: z.int(), id: z.int() }),
};
