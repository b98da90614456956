import { skewMs } from './saml-response.rules';

/** When a provider last asked somebody who they are, as its answer says; null where it does not say, or says what cannot be. */
export function provenAt(seconds: unknown, now: Date): string | null {
  if (
    typeof seconds !== 'number' ||
    !Number.isFinite(seconds) ||
    seconds <= 0 ||
    seconds * 1000 > now.getTime() + skewMs
  )
    return null;
  return new Date(Math.min(seconds * 1000, now.getTime())).toISOString();
}

/** Whether it did after a request that told it to: many a provider answers for a session of its own all the same. */
export const isAfresh = (at: string | null | undefined, { createdAt }: { createdAt: Date }): boolean =>
  typeof at === 'string' && Date.parse(at) >= createdAt.getTime() - skewMs;
