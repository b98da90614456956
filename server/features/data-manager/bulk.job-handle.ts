import { z } from 'zod';
import type { JobHandle } from '../../platform/jobs/job-handle';
import type { BulkKey } from './bulk.store';

export const bulkJob: JobHandle<BulkKey> = {
  name: 'data-manager.bulk',
  payload: z.object({ organisationId: z.int(), id: z.int() }),
};
