import { verdict } from './captcha.contract';

interface Wanted {
  /** Of 0 to 1; undefined where a solved check is enough. */
  minScore: number | undefined;
}

/**
 * Whether the answer lets somebody through. A score that is asked for and not given lets nobody.
 * @returns null for an answer that is none
 */
export function isPassed(answer: unknown, { minScore }: Wanted): boolean | null {
  const read = verdict.safeParse(answer);
  if (!read.success) return null;
  const { success, score } = read.data;
  return success && (minScore === undefined || (score !== undefined && score >= minScore));
}
