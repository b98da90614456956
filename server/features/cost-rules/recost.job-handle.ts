import { z } from 'zod';
import type { JobHandle } from '../../platform/jobs/job-handle';
import type { RecostKey } from './recost.store';

export const recostJob: JobHandle<RecostKey> = {
  name: 'cost-rules.recost',
  payload: z.object({ organisationId: z.int(), id: z.int() }),
};
