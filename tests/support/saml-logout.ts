import { createSign, createVerify } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';
import { exclusive, posted, type SignedBy } from './saml-idp';
import { signingKeys } from './saml-keys';
import { bare } from './sso';

const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';

export interface LogoutSaid {
  kind: 'LogoutRequest' | 'LogoutResponse';
  id: string;
  entityId: string;
  destination: string;
  issuedAt: Date;
  notOnOrAfter: Date | null;
  nameId: string;
  nameIdFormat: string;
  sessionIndexes: readonly string[];
  inResponseTo: string;
  status: string;
  relayState: string | undefined;
  /** null for nobody. */
  by: SignedBy | null;
  algorithm: string;
}

/** A message of a provider about leaving, as text. */
function logoutXml({ kind, id, entityId, destination, issuedAt, ...said }: LogoutSaid): string {
  const person = `<saml:NameID Format="${said.nameIdFormat}">${said.nameId}</saml:NameID>${said.sessionIndexes.map((index) => `<samlp:SessionIndex>${index}</samlp:SessionIndex>`).join('')}`;
  const status = `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${said.status}"/></samlp:Status>`;
  const until = said.notOnOrAfter ? ` NotOnOrAfter="${said.notOnOrAfter.toISOString()}"` : '';
  const answers = kind === 'LogoutResponse' ? ` InResponseTo="${said.inResponseTo}"` : until;
  return `<samlp:${kind} xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${issuedAt.toISOString()}" Destination="${destination}"${answers}><saml:Issuer>${entityId}</saml:Issuer>${kind === 'LogoutRequest' ? person : status}</samlp:${kind}>`;
}

const parameterOf = ({ kind }: Pick<LogoutSaid, 'kind'>) => (kind === 'LogoutRequest' ? 'SAMLRequest' : 'SAMLResponse');

/** The query of an address that brings it, signed as the binding says (SAML V2.0 Bindings, section 3.4.4.1). */
export function logoutQuery(said: LogoutSaid, change: (xml: string) => string = (xml) => xml): string {
  const { by, relayState, algorithm } = said;
  const sent = `${parameterOf(said)}=${encodeURIComponent(deflateRawSync(change(logoutXml(said))).toString('base64'))}${relayState === undefined ? '' : `&RelayState=${encodeURIComponent(relayState)}`}`;
  if (!by) return sent;
  const signed = `${sent}&SigAlg=${encodeURIComponent(algorithm)}`;
  const signature = createSign(algorithm.endsWith('sha1') ? 'RSA-SHA1' : 'RSA-SHA256')
    .update(signed)
    .sign(by.key, 'base64');
  return `${signed}&Signature=${encodeURIComponent(signature)}`;
}

/** The fields of a form that brings it. `change` touches the text after it was signed. */
export function logoutForm(said: LogoutSaid, change: (xml: string) => string = (xml) => xml): Record<string, string> {
  const xml = said.by ? enveloped(logoutXml(said), said) : logoutXml(said);
  return {
    [parameterOf(said)]: posted(change(xml)),
    ...(said.relayState === undefined ? {} : { RelayState: said.relayState }),
  };
}

function enveloped(xml: string, { kind, by, algorithm }: LogoutSaid): string {
  const signer = by ?? signingKeys.idp;
  const root = `/*[local-name()='${kind}']`;
  const signature = new SignedXml({
    privateKey: signer.key,
    signatureAlgorithm: algorithm,
    canonicalizationAlgorithm: exclusive,
    getKeyInfoContent: () =>
      `<ds:X509Data><ds:X509Certificate>${bare(signer.certificate)}</ds:X509Certificate></ds:X509Data>`,
  });
  signature.addReference({
    xpath: root,
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive],
  });
  signature.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `${root}/*[local-name()='Issuer']`, action: 'after' },
  });
  return signature.getSignedXml();
}

/** What a provider does not get signed changes nothing of what it was told: everything in an address of ours, and whether the certificate's key signed it. */
export function sentInAddress(
  address: string,
  certificate: string,
): { xml: string; signed: boolean; relayState: string | null } {
  const { search, searchParams } = new URL(address);
  const [covered = ''] = search.slice(1).split('&Signature=');
  const message = searchParams.get('SAMLRequest') ?? searchParams.get('SAMLResponse') ?? '';
  const signed =
    searchParams.get('SigAlg') === rsaSha256 &&
    createVerify('RSA-SHA256')
      .update(covered)
      .verify(certificate, searchParams.get('Signature') ?? '', 'base64');
  return {
    xml: inflateRawSync(Buffer.from(message, 'base64')).toString('utf8'),
    signed,
    relayState: searchParams.get('RelayState'),
  };
}

/** What a provider says that does everything right. */
export const usualLogout = (now: Date): Omit<LogoutSaid, 'destination' | 'nameId'> => ({
  kind: 'LogoutRequest',
  id: '_leaving',
  entityId: 'https://idp.example/entity',
  issuedAt: now,
  notOnOrAfter: null,
  nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  sessionIndexes: ['_session'],
  inResponseTo: '',
  status: 'Success',
  relayState: undefined,
  by: signingKeys.idp,
  algorithm: rsaSha256,
});
