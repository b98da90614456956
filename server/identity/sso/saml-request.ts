import { SAML } from '@node-saml/passport-saml';
import type { SpSigning } from './sp-keys';
import type { serviceProvider } from './sso.presentation';
import type { SsoConfig } from './sso.store';

interface Asking {
  config: Pick<SsoConfig, 'ssoEndpoint' | 'publicCertificate'>;
  provider: ReturnType<typeof serviceProvider>;
  /** By which the answer names the request; begins with a letter or a line. */
  requestId: string;
  relayState: string;
  /** null for a provider that takes requests as they are. */
  signing: SpSigning | null;
}

/** The address at which a provider is asked who sits there (SAML V2.0 Bindings, OASIS 2005, section 3.4). */
export function askingUrl({ config, provider, requestId, relayState, signing }: Asking): Promise<string> {
  const saml = new SAML({
    callbackUrl: provider.acsUrl, issuer: provider.spEntityId, idpCert: config.publicCertificate, entryPoint: config.ssoEndpoint,
    // How somebody proves themselves, and by what they are named, is their organization's to say.
    disableRequestedAuthnContext: true, identifierFormat: null, generateUniqueId: () => requestId,
    ...(signing && { privateKey: signing.privateKey, signatureAlgorithm: 'sha256' as const }),
  });
  return saml.getAuthorizeUrlAsync(relayState, undefined, {});
}
