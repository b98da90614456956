import { z } from 'zod';
import type { JobHandle } from '../../platform/jobs/job-handle';
import type { MergeKey } from './merges.store';

export const mergeJob: JobHandle<MergeKey> = {
  name: 'hierarchies.merge',
  payload: z.object({ organisationId: z.int(), oldId: z.int() }),
};
