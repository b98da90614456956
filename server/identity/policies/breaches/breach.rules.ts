/** What an account says of its password. */
export interface BreachMark {
  breachedAt: Date | null;
  checkedAt: Date | null;
}

const betweenChecksMs = 24 * 3_600_000;

/** Lists grow slowly: a password that was not known yesterday is looked for once today. */
export const isDue = ({ checkedAt }: Pick<BreachMark, 'checkedAt'>, now: Date): boolean =>
  checkedAt === null || now.getTime() - checkedAt.getTime() >= betweenChecksMs;

/** Whether somebody whose right password is known from a breach has to choose another before they come in. */
export const isStopped = ({ known, flags }: { known: boolean; flags: readonly string[] }): boolean =>
  known && flags.includes('security-center-show-login-flows');
