import type { eventName, reasonOf } from './sso-history.rules';

/** What the screens have a word for. */
export type { SsoType } from './sso.rules';
export type { TestFault } from './sso-test.rules';
export type SsoEventName = ReturnType<typeof eventName>;
export type SsoReason = NonNullable<ReturnType<typeof reasonOf>>;
export type { UnknownGroups as SsoUnknownGroups } from './vouched-groups.rules';
