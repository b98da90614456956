import type { eventName, reasonOf } from '../../ways-in/sso/sso-history.rules';

/** What the screens have a word for. */
export type { SsoType } from '../../ways-in/sso/sso.rules';
export type { TestFault } from '../../ways-in/sso/sso-test.rules';
export type SsoEventName = ReturnType<typeof eventName>;
export type SsoReason = NonNullable<ReturnType<typeof reasonOf>>;
export type { UnknownGroups as SsoUnknownGroups } from '../../ways-in/sso/vouched-groups.rules';
