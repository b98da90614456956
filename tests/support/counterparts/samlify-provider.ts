import { Constants, IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from 'samlify';
import { signingKeys } from '../saml-keys';

// It wants a validator of schemas; what is wrong with messages of ours, their reader on the other side says.
setSchemaValidator({ validate: async () => 'not checked' });

const format = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const minutes = (at: Date, count: number) => new Date(at.getTime() + count * 60_000).toISOString();

/** What its own template leaves out: that somebody has signed in there, and what is known of them. */
const template = SamlLib.defaultLoginResponseTemplate.context
  .replace(
    '{AuthnStatement}',
    '<saml:AuthnStatement AuthnInstant="{IssueInstant}" SessionIndex="{SessionIndex}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>',
  )
  .replace(
    '{AttributeStatement}',
    '<saml:AttributeStatement><saml:Attribute Name="displayName"><saml:AttributeValue>{Name}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>',
  );

export interface SamlifyProvider {
  metadata: string;
  /** Takes the request in an address of ours, whose signature it checks. @returns the fields of the form that answers it */
  signIn(
    address: string,
    person: { email: string; name: string; sessionIndex: string },
  ): Promise<{ SAMLResponse: string; RelayState: string }>;
  /** Takes the request to sign somebody out. @returns whom, and the address of ours that its answer stands in */
  signOut(address: string): Promise<{ nameId: string; sessionIndex: string; answer: string }>;
}

/** An identity provider by samlify, a library of other hands than ours; it knows a service by that one's metadata. */
export function samlifyProvider({
  entityId,
  service,
  now,
}: {
  entityId: string;
  service: string;
  now: () => Date;
}): SamlifyProvider {
  const redirect = Constants.namespace.binding.redirect;
  const idp = IdentityProvider({
    entityID: entityId,
    privateKey: signingKeys.idp.key,
    signingCert: signingKeys.idp.certificate,
    wantAuthnRequestsSigned: true,
    wantLogoutRequestSigned: true,
    nameIDFormat: [format],
    requestSignatureAlgorithm: Constants.algorithms.signature.RSA_SHA256,
    isAssertionEncrypted: false,
    generateID: () => `_${crypto.randomUUID()}`,
    singleSignOnService: [{ Binding: redirect, Location: `${entityId}/sso` }],
    singleLogoutService: [{ Binding: redirect, Location: `${entityId}/slo` }],
    loginResponseTemplate: { context: template, attributes: [] },
  });
  const sp = ServiceProvider({ metadata: service, wantMessageSigned: true, wantLogoutResponseSigned: true });

  const brought = (address: string) => {
    const { search, searchParams } = new URL(address);
    const [octetString = ''] = search.slice(1).split('&Signature=');
    return { query: Object.fromEntries(searchParams), octetString };
  };

  return {
    metadata: idp.getMetadata(),
    async signIn(address, { email, name, sessionIndex }) {
      const { extract } = await idp.parseLoginRequest(sp, 'redirect', brought(address));
      const [acsUrl, at] = [String(sp.entityMeta.getAssertionConsumerService('post')), now()];
      const requestId = String(extract.request?.id);
      const { context } = await idp.createLoginResponse(
        sp,
        { extract },
        'post',
        { email },
        {
          customTagReplacement: (text) => ({
            id: requestId,
            context: SamlLib.replaceTagsByValue(text, {
              ID: `_${crypto.randomUUID()}`,
              AssertionID: `_${crypto.randomUUID()}`,
              Destination: acsUrl,
              SubjectRecipient: acsUrl,
              Audience: sp.entityMeta.getEntityID(),
              Issuer: entityId,
              IssueInstant: at.toISOString(),
              StatusCode: Constants.StatusCode.Success,
              ConditionsNotBefore: minutes(at, -1),
              ConditionsNotOnOrAfter: minutes(at, 5),
              SubjectConfirmationDataNotOnOrAfter: minutes(at, 5),
              NameIDFormat: format,
              NameID: email,
              InResponseTo: requestId,
              SessionIndex: sessionIndex,
              Name: name,
            }),
          }),
        },
      );
      return { SAMLResponse: context, RelayState: new URL(address).searchParams.get('RelayState') ?? '' };
    },
    async signOut(address) {
      const { extract } = await idp.parseLogoutRequest(sp, 'redirect', brought(address));
      const { context } = idp.createLogoutResponse(sp, { extract }, 'redirect', {
        customTagReplacement: (text) => ({
          id: String(extract.request?.id),
          context: SamlLib.replaceTagsByValue(text, {
            ID: `_${crypto.randomUUID()}`,
            Destination: String(sp.entityMeta.getSingleLogoutService('redirect')),
            Issuer: entityId,
            IssueInstant: now().toISOString(),
            StatusCode: Constants.StatusCode.Success,
            InResponseTo: String(extract.request?.id),
          }),
        }),
      });
      return { nameId: String(extract.nameID), sessionIndex: String(extract.sessionIndex), answer: context };
    },
  };
}
