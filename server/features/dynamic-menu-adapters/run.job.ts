import { z } from 'zod';
import type { JobHandle } from '../../platform/jobs/job-handle';

/** Reads the source of an adapter. */
export const runJob = {
  name: 'menu-adapters.run',
  payload: z.object({ organisationId: z.int(), runId: z.int() }),
} satisfies JobHandle<{ organisationId: number; runId: number }>;
