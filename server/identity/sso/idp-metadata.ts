import { SaxesParser, type SaxesTagNS } from 'saxes';
import { readCertificates } from './certificate';

const metadataNs = 'urn:oasis:names:tc:SAML:2.0:metadata';
const signatureNs = 'http://www.w3.org/2000/09/xmldsig#';
/** In the order in which they are taken: a request in the address needs no page in between. */
const bindings = ['urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect', 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'];

export const largestMetadata = 500_000;
/** A document has about ten levels; looking for what one stands in, and for its namespace, takes as long as there are levels above it. */
const mostLevels = 50;

export interface IdpMetadata {
  idpEntityId: string;
  ssoEndpoint: string;
  /** PEM of each signing key, below each other. */
  publicCertificate: string;
  signRequest: boolean;
  /** Where it is told that somebody leaves, and where it is answered; empty where it takes neither in an address. */
  sloEndpoint: string;
  sloAnswerEndpoint: string;
}

/**
 * What the metadata document of one identity provider says (SAML V2.0 Metadata, OASIS 2005, sections 2.3.2 and 2.4.3). Nothing in it is
 * fetched, no entity is expanded; a document with a DTD, or of several providers, is refused.
 * @returns null where it is no such document
 */
export function readIdpMetadata(xml: string): IdpMetadata | null {
  const parser = new SaxesParser({ xmlns: true });
  const path: SaxesTagNS[] = [];
  const found = { entities: [] as string[], endpoints: new Map<string, string>(), logout: { sloEndpoint: '', sloAnswerEndpoint: '' }, certificates: [] as string[], wantsSigned: false, idps: 0 };
  let text = '';
  const isIn = (...names: string[]) => names.every((name) => path.some(({ local }) => local === name));
  parser.on('doctype', () => parser.fail('a DTD'));
  parser.on('error', (error) => { throw error; });
  parser.on('opentag', (tag) => {
    path.push(tag);
    if (path.length > mostLevels) parser.fail('too many levels');
    text = '';
    const attribute = (name: string) => tag.attributes[name]?.value ?? '';
    if (tag.uri !== metadataNs) return;
    if (tag.local === 'EntityDescriptor') found.entities.push(attribute('entityID'));
    if (tag.local === 'IDPSSODescriptor') {
      found.idps += 1;
      found.wantsSigned = ['true', '1'].includes(attribute('WantAuthnRequestsSigned'));
    }
    if (tag.local === 'SingleSignOnService' && isIn('IDPSSODescriptor')) found.endpoints.set(attribute('Binding'), attribute('Location'));
    if (tag.local === 'SingleLogoutService' && isIn('IDPSSODescriptor') && attribute('Binding') === bindings[0]) {
      found.logout = { sloEndpoint: attribute('Location'), sloAnswerEndpoint: attribute('ResponseLocation') || attribute('Location') };
    }
  });
  parser.on('text', (piece) => { text += piece; });
  parser.on('closetag', (tag) => {
    const use = path.findLast(({ local }) => local === 'KeyDescriptor')?.attributes.use?.value;
    if (tag.uri === signatureNs && tag.local === 'X509Certificate' && isIn('IDPSSODescriptor', 'KeyDescriptor') && use !== 'encryption') found.certificates.push(text);
    path.pop();
  });
  try {
    parser.write(xml).close();
  } catch {
    return null;
  }
  const ssoEndpoint = bindings.map((binding) => found.endpoints.get(binding)).find((location) => location);
  const certificates = found.certificates.map(readCertificates);
  const [idpEntityId] = found.entities;
  if (found.idps !== 1 || found.entities.length !== 1 || !idpEntityId || !ssoEndpoint || certificates.length === 0 || certificates.includes(null)) return null;
  const pems = new Set(certificates.flatMap((one) => one?.map(({ pem }) => pem) ?? []));
  return { idpEntityId, ssoEndpoint, publicCertificate: [...pems].join('\n'), signRequest: found.wantsSigned, ...found.logout };
}
