import type { AuthStrategy } from '../../../platform/auth-strategies.rules';

/** The ways in that need nobody but this installation. */
export type LocalWay = 'password' | 'magicLink' | 'emailCode' | 'smsCode' | 'passkey';
/** Those that a sign-in begins with by itself: a passkey is offered beside them. */
export type FirstWay = Exclude<LocalWay, 'passkey'>;

const waysOf: Record<AuthStrategy, readonly LocalWay[]> = {
  EmailAndPassword: ['password', 'magicLink', 'emailCode', 'passkey'],
  MagicLink: ['magicLink', 'passkey'],
  Code: ['emailCode', 'passkey'],
  SmsCode: ['smsCode', 'passkey'],
  NoLocalAuthentication: [],
};

/** How a sign-in begins once the name is known; null where nobody signs in here by themselves. */
export const firstWay = (strategy: AuthStrategy): FirstWay | null =>
  waysOf[strategy].find((way) => way !== 'passkey') ?? null;

/** The one answer to which ways in are open. */
export const isWayOpen = (strategy: AuthStrategy, way: LocalWay): boolean => waysOf[strategy].includes(way);
