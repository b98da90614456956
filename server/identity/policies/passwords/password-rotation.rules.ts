/** After how many days a tenant asks its people for another password. */
export interface RotationPolicy {
  active: boolean;
  periodDays: number;
  /** So many days before the end people are told of it; null where nothing was said of that. */
  noticeDays: number | null;
}

export const longestRotationDays = 3650;

/** What holds where a tenant has chosen nothing (NIST SP 800-63B, 3.1.1.2 advises against any rotation). */
export const usualRotation: RotationPolicy = { active: false, periodDays: 90, noticeDays: null };

const usualNoticeDays = 7;

/** Where nothing was said, never longer than the password lasts. */
export const noticeOf = ({ periodDays, noticeDays }: Pick<RotationPolicy, 'periodDays' | 'noticeDays'>): number =>
  noticeDays ?? Math.min(usualNoticeDays, periodDays);

const dayMs = 86_400_000;

/** Whole days until a password ends, the begun one among them; 0 once it has ended. */
export function daysLeft({ setAt, periodDays }: { setAt: Date; periodDays: number }, now: Date): number {
  return Math.max(0, Math.ceil((setAt.getTime() + periodDays * dayMs - now.getTime()) / dayMs));
}
