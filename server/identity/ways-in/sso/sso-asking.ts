import type { Db } from '../../../platform/db/database';
import { isSecret, secretHash } from '../../core/secrets/token-secret';
import type { IdentityParts } from '../../parts';
import { oidcAskingUrl } from './oidc-answer';
import { askingForm, askingUrl, type SamlAsking } from './saml-request';
import { spSigning } from './sp-keys';
import { findRequest } from './sso-sign-in.store';
import { findTestRequest } from './sso-test.store';
import { serviceProvider } from './sso.presentation';
import { isOidc } from './sso.rules';
import { findSsoConfig, type SsoConfig } from './sso.store';

/** The page from which a form goes on to a provider. */
export const postingPath = '/account/saml/request';

interface Asking {
  provider: SsoConfig;
  requestId: string;
  relayState: string;
  /** Whom the provider may take for the one who comes. */
  loginHint?: string;
  /** It is to ask them, whatever session of its own they have. */
  afresh?: boolean;
}

export interface AskingDependencies extends Pick<IdentityParts, 'config' | 'secret' | 'tokens' | 'oidcProviders'> {
  /** The address of a SAML request, where a strategy makes it. */
  askSaml?(asking: SamlAsking): Promise<string>;
}

/** The address at which a provider is asked who sits there, in its own protocol. @throws OidcRefused where an OpenID provider cannot be asked */
export async function askingAddress(
  { db, now }: { db: Db; now: Date },
  { provider, requestId, relayState, ...hint }: Asking,
  needs: AskingDependencies,
): Promise<string> {
  if (isOidc(provider)) return oidcAskingUrl({ provider, state: relayState, now, ...hint }, needs);
  // Front ends follow an address: where a form is wanted, it is that of the page that holds it.
  if (provider.ssoBinding === 'post')
    return `${needs.config.publicUrl}${postingPath}?${new URLSearchParams({ RelayState: relayState })}`;
  const { askSaml = askingUrl } = needs;
  return askSaml(
    await samlAsking({ db, now }, { provider, requestId, relayState, afresh: hint.afresh === true }, needs),
  );
}

async function samlAsking(
  { db, now }: { db: Db; now: Date },
  { provider, ...asked }: Omit<Asking, 'loginHint'>,
  { config, secret }: Pick<IdentityParts, 'config' | 'secret'>,
): Promise<SamlAsking> {
  const signing = provider.signRequest ? await spSigning({ db, secret, now }) : null;
  return { config: provider, provider: serviceProvider(config.publicUrl), signing, ...asked };
}

/** The form by which a provider is asked that takes no requests in an address, for the browser that is under way to it. */
interface PostingForm {
  action: string;
  fields: Record<string, string>;
}

/** @param browserSecret what the browser keeps meanwhile @returns null where nothing of it is under way to such a provider */
export async function findPostingForm(
  { db, now }: { db: Db; now: Date },
  { relayState, browserSecret }: { relayState: string; browserSecret: string | null },
  needs: Pick<IdentityParts, 'config' | 'secret'>,
): Promise<PostingForm | null> {
  const relayHash = secretHash(relayState);
  const request = (await findRequest(db, relayHash, now)) ?? (await findTestRequest(db, relayHash, { now }));
  if (!request || request.answer !== null || browserSecret === null || !isSecret(request.browserHash, browserSecret))
    return null;
  const provider =
    'provider' in request
      ? request.provider
      : await findSsoConfig(db, { tenantNumber: request.tenantNumber, id: request.configId });
  if (!provider || isOidc(provider) || provider.ssoBinding !== 'post') return null;
  return {
    action: provider.ssoEndpoint,
    fields: await askingForm(
      await samlAsking(
        { db, now },
        { provider, requestId: request.requestId, relayState, afresh: 'afresh' in request && request.afresh },
        needs,
      ),
    ),
  };
}
