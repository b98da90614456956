import type { Db } from '../../platform/db/database';
import type { IdentityParts } from '../parts';
import { oidcAskingUrl } from './oidc-answer';
import { askingUrl } from './saml-request';
import { spSigning } from './sp-keys';
import { serviceProvider } from './sso.presentation';
import { isOidc } from './sso.rules';
import type { SsoConfig } from './sso.store';

interface Asking {
  provider: SsoConfig;
  requestId: string;
  relayState: string;
  /** Whom the provider may take for the one who comes. */
  loginHint?: string;
}

/** The address at which a provider is asked who sits there, in its own protocol. @throws OidcRefused where an OpenID provider cannot be asked */
export async function askingAddress({ db, now }: { db: Db; now: Date }, { provider, requestId, relayState, ...hint }: Asking, needs: Pick<IdentityParts, 'config' | 'secret' | 'tokens' | 'oidcProviders'>): Promise<string> {
  if (isOidc(provider)) return oidcAskingUrl({ provider, state: relayState, now, ...hint }, needs);
  const signing = provider.signRequest ? await spSigning({ db, secret: needs.secret, now }) : null;
  return askingUrl({ config: provider, provider: serviceProvider(needs.config.publicUrl), requestId, relayState, signing });
}
