const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';
const binding = (name: string) => `urn:oasis:names:tc:SAML:2.0:bindings:${name}`;
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const bare = (pem: string) => pem.replace(/-----[^-]+-----|\s/g, '');

interface Described {
  spEntityId: string;
  acsUrl: string;
  logoutUrl: string;
  /** PEM. */
  certificates: readonly string[];
}

export const metadataType = 'application/samlmetadata+xml';

/** What an identity provider has to know of this side, as it reads it (SAML V2.0 Metadata, OASIS 2005, section 2.4.4, whose order of elements it keeps). */
export function spMetadata({ spEntityId, acsUrl, logoutUrl, certificates }: Described): string {
  const keys = certificates.map(
    (pem) =>
      `<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${bare(pem)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
  );
  const logouts = ['HTTP-Redirect', 'HTTP-POST'].map(
    (name) => `<md:SingleLogoutService Binding="${binding(name)}" Location="${escaped(logoutUrl)}"/>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${escaped(spEntityId)}">
<md:SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="true" protocolSupportEnumeration="${protocol}">
${[...keys, ...logouts].join('\n')}
<md:AssertionConsumerService Binding="${binding('HTTP-POST')}" Location="${escaped(acsUrl)}" index="0" isDefault="true"/>
</md:SPSSODescriptor>
</md:EntityDescriptor>
`;
}
