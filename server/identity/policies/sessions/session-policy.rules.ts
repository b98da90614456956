/** The installation's limits, and the widest that a tenant may have: 10 sessions, an hour idle, 90 days in all. */
export const sessionCeiling = { maxSessions: 10, idleSeconds: 3600, lifeSeconds: 7_776_000 };

/** Shorter ones would sign people out between two clicks. */
export const leastSeconds = 60;

/** Each limit of a tenant with whether it is on; what is off keeps its figure. */
export interface SessionPolicy {
  concurrentActive: boolean;
  maxSessions: number;
  idleActive: boolean;
  idleSeconds: number;
  lifeActive: boolean;
  lifeSeconds: number;
}

/** That of a tenant which has set nothing. */
export const usualSessionPolicy: SessionPolicy = {
  concurrentActive: true,
  idleActive: true,
  lifeActive: true,
  ...sessionCeiling,
};

/** When the tenant ends a session that was opened at `createdAt` at the latest. */
export function endsAt(
  { lifeActive, lifeSeconds }: SessionPolicy,
  { createdAt, expiresAt }: { createdAt: Date; expiresAt: Date },
): Date {
  const byPolicy = createdAt.getTime() + lifeSeconds * 1000;
  return lifeActive && byPolicy < expiresAt.getTime() ? new Date(byPolicy) : expiresAt;
}

/** A use is noted once in so many seconds: often enough that the idle time is off by no more than a sixtieth. */
export const touchEverySeconds = (idleSeconds: number) => Math.min(60, idleSeconds / 60);
