import { SignedXml } from 'xml-crypto';
import { signingKeys } from './saml-keys';
import { bare } from './sso';

export const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
export const inclusive = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

export interface SignedBy {
  key: string;
  certificate: string;
}

export interface Said {
  entityId: string;
  /** Of the outermost element alone, where it says another than the assertion. */
  responseIssuer: string;
  acsUrl: string;
  recipient: string;
  audience: string;
  requestId: string;
  /** Of the confirmation, where it is another. */
  confirmedRequestId: string;
  nameId: string;
  nameIdFormat: string;
  /** Of its own session. */
  sessionIndex: string;
  status: string;
  issuedAt: Date;
  notBefore: Date;
  notOnOrAfter: Date;
  confirmedUntil: Date;
  sessionUntil: Date | null;
  attributes: Record<string, string[]>;
  /** Ready text of an attribute's value. */
  rawName: string | null;
  signs: readonly ('assertion' | 'response')[];
  by: SignedBy;
  signatureAlgorithm: string;
  digestAlgorithm: string;
  /** Of the signed text and of what is signed; `none`: the transform that names it is left out. */
  canonicalization: string;
  transform: string | 'none';
  /** Whose namespaces count as used, whether they are or not. */
  prefixes: string[];
}

const minutes = (at: Date, count: number) => new Date(at.getTime() + count * 60_000);

/** What a provider says that does everything right. */
export function usualSaid(now: Date): Said {
  return {
    entityId: 'https://idp.example/entity',
    responseIssuer: '',
    acsUrl: 'https://tare.example/auth/saml/callback',
    recipient: 'https://tare.example/auth/saml/callback',
    audience: 'https://tare.example',
    requestId: '_request',
    confirmedRequestId: '',
    nameId: 'kim@sso.example',
    nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    sessionIndex: '_session',
    status: 'Success',
    issuedAt: now,
    notBefore: minutes(now, -1),
    notOnOrAfter: minutes(now, 5),
    confirmedUntil: minutes(now, 5),
    sessionUntil: null,
    attributes: { groups: ['Kitchen', 'Buyers'] },
    rawName: null,
    signs: ['assertion', 'response'],
    by: signingKeys.idp,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    canonicalization: exclusive,
    transform: exclusive,
    prefixes: [],
  };
}

/** A response of SAML V2.0 as text. `change` touches its text before anything is signed. */
export function samlResponse(said: Said, change: (xml: string) => string = (xml) => xml): string {
  const { entityId, audience, requestId, issuedAt } = said;
  const issued = issuedAt.toISOString();
  const attributes = Object.entries(said.attributes)
    .map(
      ([name, values]) =>
        `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
    )
    .join('');
  const xml = change(
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_response" Version="2.0" IssueInstant="${issued}" Destination="${said.acsUrl}" InResponseTo="${requestId}"><saml:Issuer>${said.responseIssuer || entityId}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${said.status}"/></samlp:Status><saml:Assertion ID="_assertion" Version="2.0" IssueInstant="${issued}"><saml:Issuer>${entityId}</saml:Issuer><saml:Subject><saml:NameID Format="${said.nameIdFormat}">${said.rawName ?? said.nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData Recipient="${said.recipient}" NotOnOrAfter="${said.confirmedUntil.toISOString()}" InResponseTo="${said.confirmedRequestId || requestId}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${said.notBefore.toISOString()}" NotOnOrAfter="${said.notOnOrAfter.toISOString()}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${issued}" SessionIndex="${said.sessionIndex}"${said.sessionUntil ? ` SessionNotOnOrAfter="${said.sessionUntil.toISOString()}"` : ''}><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attributes}</saml:AttributeStatement></saml:Assertion></samlp:Response>`,
  );
  // The assertion first: the signature of the response covers that of the assertion.
  return (['assertion', 'response'] as const)
    .filter((part) => said.signs.includes(part))
    .reduce((text, part) => signed(text, part, said), xml);
}

function signed(
  xml: string,
  part: 'assertion' | 'response',
  { by, signatureAlgorithm, digestAlgorithm, canonicalization, transform, prefixes }: Said,
): string {
  const at =
    part === 'response' ? "/*[local-name()='Response']" : "/*[local-name()='Response']/*[local-name()='Assertion']";
  const signature = new SignedXml({
    privateKey: by.key,
    signatureAlgorithm,
    canonicalizationAlgorithm: canonicalization,
    getKeyInfoContent: () =>
      `<ds:X509Data><ds:X509Certificate>${bare(by.certificate)}</ds:X509Certificate></ds:X509Data>`,
  });
  signature.addReference({
    xpath: at,
    digestAlgorithm,
    transforms: transform === 'none' ? [enveloped] : [enveloped, transform],
    ...(prefixes.length > 0 ? { inclusiveNamespacesPrefixList: prefixes } : {}),
  });
  signature.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `${at}/*[local-name()='Issuer']`, action: 'after' },
  });
  return signature.getSignedXml();
}

/** As it is posted. */
export const posted = (xml: string) => Buffer.from(xml, 'utf8').toString('base64');
