import type { eventName } from './sso-history.rules';

/** What the screens have a word for. */
export type { SsoType } from './sso.rules';
export type { TestFault } from './sso-test.rules';
export type SsoEventName = ReturnType<typeof eventName>;
