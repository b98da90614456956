import type { KeptContext } from './define-route';
import { asFailure } from './error-handler';

/**
 * What a page shows in place of a report that failed, so that its filters stay.
 * @throws a refusal, which has an answer of its own
 */
export function reportFailure(error: unknown, { log, url }: Pick<KeptContext, 'log' | 'url'>, what: string) {
  const failure = asFailure(error);
  if (failure && failure.status < 500) throw error;
  log.error({ err: error }, `${what} failed`);
  return { status: failure?.status ?? 500, content: { kind: 'error' as const, retryHref: url } };
}
