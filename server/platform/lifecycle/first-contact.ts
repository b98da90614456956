import { setTimeout as wait } from 'node:timers/promises';
import { isAway } from '../http/error-handler';

const askAgainMs = 500;

/** Thrown when a service that Tare needs cannot be reached; one line for the operator. */
export class NoContact extends Error {}

interface Dependency {
  /** The variable that names the service. */
  variable: string;
  service: string;
  /** A service that is starting too is waited for this long. */
  seconds: number;
  say(line: string): void;
  signal: AbortSignal;
}

/**
 * Reaches a service for the first time. One that is away is tried again; one that answers with a refusal (a wrong password,
 * an unknown database) is not.
 * @throws NoContact
 */
export async function firstContact<T>(
  { variable, service, seconds, say, signal }: Dependency,
  attempt: () => Promise<T>,
): Promise<T> {
  const until = performance.now() + seconds * 1000;
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      const reason = reasonOf(error);
      if (!mayComeYet(error as Error)) throw new NoContact(`${variable}: ${service} refuses (${reason}).`);
      if (performance.now() >= until)
        throw new NoContact(`${variable}: ${service} did not answer within ${seconds} s (${reason}).`);
      if (tries === 1) say(`${service} does not answer (${reason}): trying for up to ${seconds} s.`);
      await wait(askAgainMs, undefined, { signal });
    }
  }
}

/** A server that is still starting says so, PostgreSQL with a code and Redis with a word. */
const mayComeYet = (error: Error) => isAway(error) || /timeout|^LOADING/i.test(error.message);

/** A name with several addresses fails with one error for each of them, and no message of its own. */
function reasonOf(error: unknown): string {
  const { message, code, errors, cause } = error as {
    message?: string;
    code?: string;
    errors?: Error[];
    cause?: Error;
  };
  return message || errors?.[0]?.message || cause?.message || code || 'no reason given';
}
