import { z } from 'zod';
import type { JobHandle } from '../../platform/jobs/job-handle';

/** Tells people of what has fired in an organisation and waits. */
export const deliverJob = {
  name: 'alerts.deliver',
  payload: z.object({ organisationId: z.int() }),
} satisfies JobHandle<{ organisationId: number }>;
