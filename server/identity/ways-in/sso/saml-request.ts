import type { SamlConfig } from '@node-saml/passport-saml';
import { SigningSaml } from './signing-saml';
import type { SpSigning } from './sp-keys';
import type { serviceProvider } from './sso.presentation';
import type { SsoBinding } from './sso.rules';
import type { SsoConfig } from './sso.store';

/** What one request says, and to whom. */
export interface SamlAsking {
  config: Pick<SsoConfig, 'ssoEndpoint' | 'publicCertificate'>;
  provider: ReturnType<typeof serviceProvider>;
  /** By which the answer names the request; begins with a letter or a line. */
  requestId: string;
  relayState: string;
  /** null for a provider that takes requests as they are. */
  signing: SpSigning | null;
  /** Whether a session of the provider's own is no answer (SAML V2.0 Core, OASIS 2005, section 3.4.1). */
  afresh?: boolean;
}

/** What the library has to know of one provider and one request to it. */
export const samlOptions = (
  { config, provider, requestId, signing, afresh = false }: SamlAsking,
  by: SsoBinding,
): SamlConfig => ({
  callbackUrl: provider.acsUrl,
  issuer: provider.spEntityId,
  idpCert: config.publicCertificate,
  entryPoint: config.ssoEndpoint,
  // How somebody proves themselves, and by what they are named, is their organization's to say.
  disableRequestedAuthnContext: true,
  identifierFormat: null,
  generateUniqueId: () => requestId,
  forceAuthn: afresh,
  // What goes into an address alone is packed.
  skipRequestCompression: by === 'post',
  ...(signing && {
    privateKey: signing.privateKey,
    signatureAlgorithm: 'sha256' as const,
    digestAlgorithm: 'sha256',
  }),
});

const samlOf = (asking: SamlAsking, by: SsoBinding) => new SigningSaml(samlOptions(asking, by));

/** The address at which a provider is asked who sits there (SAML V2.0 Bindings, OASIS 2005, section 3.4). */
export const askingUrl = (asking: SamlAsking): Promise<string> =>
  samlOf(asking, 'redirect').getAuthorizeUrlAsync(asking.relayState, undefined, {});

/** The fields of a form that asks the same (section 3.5); what is signed carries its signature in itself. */
export async function askingForm(asking: SamlAsking): Promise<Record<'SAMLRequest' | 'RelayState', string>> {
  const { SAMLRequest } = await samlOf(asking, 'post').getAuthorizeMessageAsync(asking.relayState);
  return { SAMLRequest: String(SAMLRequest), RelayState: asking.relayState };
}
