import { isAway } from '../http/error-handler';
import type { Log } from '../log';

/**
 * For `unhandledRejection`. The job queue notes a job's end without waiting for it; a connection that is lost just then is logged
 * and must not end the process. @throws everything else, which ends it as Node would
 */
export const outlive = (log: Pick<Log, 'error'>) => (error: unknown) => {
  if (!isAway(error as Error)) throw error;
  log.error({ err: error }, 'a connection was lost');
};
