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

/** How many signs of the digest the service is told; the rest is compared here, so that it learns no password. */
const prefixSigns = 5;

/** SHA-1 in capital hexadecimal digits, cut where the service must see no further. */
export function splitDigest(sha1: string): { prefix: string; suffix: string } {
  const digest = sha1.toUpperCase();
  return { prefix: digest.slice(0, prefixSigns), suffix: digest.slice(prefixSigns) };
}

/** Whether a range, lines of `suffix:times seen`, holds this digest. Lines that were added to hide how long the answer is were seen 0 times. */
export function isInRange(range: string, suffix: string): boolean {
  return range.split('\n').some((line) => {
    const [one = '', times = '0'] = line.trim().split(':');
    return one.toUpperCase() === suffix && Number(times) > 0;
  });
}
