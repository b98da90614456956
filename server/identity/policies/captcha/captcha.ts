import { fail } from '../../../platform/errors';
import type { Visitor } from '../../../platform/visitor';
import type { IdentityPorts } from '../../ports';
import { verdict } from './captcha.contract';

/** The check that tells people from programs. */
export interface Captcha {
  /**
   * Asks the provider about a token, where this installation has one; nothing else happens before that.
   * @throws Failure 422 `signInChecks.captchaNeeded` where there is no token or it does not pass, 503 `signInChecks.captchaUnavailable` where the provider does not answer
   */
  check(visitor: Pick<Visitor, 'ip' | 'log'>, token: string | undefined): Promise<void>;
}

const timeoutMs = 5_000;

export function createCaptcha({ config: { captcha }, outbound }: Pick<IdentityPorts, 'config' | 'outbound'>): Captcha {
  if (captcha === undefined) return { check: async () => undefined };
  const { secret, verifyUrl, minScore } = captcha;

  /** null where there is no verdict; the token and the secret are in nothing that is logged. */
  async function ask({ ip, log }: Pick<Visitor, 'ip' | 'log'>, token: string): Promise<boolean | null> {
    try {
      const { status, body } = await outbound.call({
        url: verifyUrl,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ secret, response: token, remoteip: ip }).toString(),
        largestAnswer: 20_000,
        timeoutMs,
      });
      const passed = status === 200 ? isPassed(JSON.parse(body.toString('utf8')), { minScore }) : null;
      if (passed === null) log.warn({ status }, 'the captcha provider gave no verdict');
      return passed;
    } catch (error) {
      log.warn({ reason: (error as Error).name }, 'the captcha provider did not answer');
      return null;
    }
  }

  return {
    async check(visitor, token) {
      if (token === undefined) throw fail.unprocessable('signInChecks.captchaNeeded');
      const passed = await ask(visitor, token);
      if (passed === null) throw fail.unavailable('signInChecks.captchaUnavailable');
      if (!passed) throw fail.unprocessable('signInChecks.captchaNeeded');
    },
  };
}

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
