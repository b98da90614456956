import type { ZodType } from 'zod';
import type { Trx } from '../db/database';

/** What must be known to enqueue a job. It stands apart from the handler where the two would import each other. */
export interface JobHandle<Payload> {
  name: string;
  /** Parses what the queue kept. Builds of two releases read each other's payloads. */
  payload: ZodType<Payload>;
}

/** A payload that may be empty may be left out. */
type Sent<Payload> = Record<never, never> extends Payload ? [payload?: Payload] : [payload: Payload];

export interface JobSender {
  /** Enqueues in the caller's transaction: the job exists if and only if the change does. The commit wakes a worker of this process. */
  send<Payload>(trx: Trx, job: JobHandle<Payload>, ...payload: Sent<NoInfer<Payload>>): Promise<void>;
}
