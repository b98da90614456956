import { z } from 'zod';
import type { RecostKey } from '../../domain/catalogue';
import type { JobHandle } from '../../platform/jobs/job-handle';

export const recostJob: JobHandle<RecostKey> = {
  name: 'cost-rules.recost',
  payload: z.object({ organisationId: z.int(), id: z.int() }),
};
