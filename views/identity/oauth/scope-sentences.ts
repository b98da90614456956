import type { Translate } from '../../../server/platform/i18n/messages';

/** That a client renews its tokens, as `offline_access` asks, is so for all and no sentence of its own. */
const sentences = {
  openid: 'oauth.scopes.openid',
  email: 'oauth.scopes.email',
  profile: 'oauth.scopes.profile',
  'waste:read': 'oauth.scopes.wasteRead',
  'waste:write': 'oauth.scopes.wasteWrite',
} as const;

/** What somebody reads of the scopes that a program asks for or has. */
export const scopeSentences = (t: Translate, scopes: readonly string[]): string[] =>
  Object.entries(sentences).flatMap(([scope, key]) => (scopes.includes(scope) ? [t(key)] : []));
