import { z } from 'zod';
import type { Job, JobSettings, Resources } from '../resources';
import type { JobHandle } from './job-handle';

/** Of a job that looks for its work by itself. */
export const noPayload = z.object({});

interface Definition<Payload> extends JobHandle<Payload>, JobSettings<Payload> {
  run(payload: Payload, resources: Resources): Promise<void>;
}

/** A job whose handler gets the payload as its schema gives it. The definition is also the handle to send it by. */
export function defineJob<Payload>(definition: Definition<Payload>): Job & JobHandle<Payload> {
  const { payload } = definition;
  // A job that the clock sends has no payload at all.
  return { ...definition, run: async (kept, resources) => definition.run(payload.parse(kept ?? {}), resources) };
}
