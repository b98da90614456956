import { DOMParser } from '@xmldom/xmldom';
import { createHash, timingSafeEqual, verify, X509Certificate, type KeyObject } from 'node:crypto';
import { C14nCanonicalization, ExclusiveCanonicalization, findAncestorNs } from 'xml-crypto';
import { memoize } from '../../platform/memoize';
import { exclusiveC14n, signatureNs } from './xml-signature.rules';

export const certificatesOf = (pems: string): string[] => pems.split(/(?<=-----END CERTIFICATE-----)\s*/).filter((pem) => pem !== '');

/** A document whose signatures are looked at. Each is taken out of it when it is, so that the outermost element comes first. */
export interface SignedDocument {
  /**
   * Looks at the signature that stands in an element and covers it (XML Signature 1.1, section 3.2): first at the key, which costs little whatever the
   * document holds, then at the digest.
   * @param path names of elements, from the outermost; each is the only one of its name where it stands
   * @param certificates PEM, below each other: any of them is good
   * @returns the element as it was signed, in its canonical form; null where none of the keys signed it
   */
  signedText(path: readonly string[], certificates: string): string | null;
}

/** What a signature covers, before anybody knows whose it is. */
interface Signature {
  isBy(key: KeyObject): boolean;
  /** null where it is of another text. */
  text(): string | null;
}

/** @param xml the text that `readXml` took and whose signatures `faultOfSignature` found sound: nothing here bounds what it holds, or what it is signed with */
export function openSigned(xml: string): SignedDocument {
  const document = parsed(xml);
  const signatureAt = memoize((path: string) => document && findSignature(document, path.split('/')));
  return {
    signedText(path, certificates) {
      try {
        const signature = signatureAt(path.join('/'));
        const keys = certificatesOf(certificates).map((pem) => new X509Certificate(pem).publicKey).filter(({ asymmetricKeyType: type }) => type === 'rsa');
        return signature && keys.some((key) => signature.isBy(key)) ? signature.text() : null;
      } catch {
        // What has no canonical form was signed by nobody.
        return null;
      }
    },
  };
}

function findSignature(document: Document, path: readonly string[]): Signature | null {
  const [outermost, ...names] = path;
  const root = document.documentElement;
  const element = names.reduce<Element | null>((within, local) => within && only(within, local), root.localName === outermost ? root : null);
  const signature = element && only(element, 'Signature', signatureNs);
  const signedInfo = signature && only(signature, 'SignedInfo', signatureNs);
  const reference = signedInfo && only(signedInfo, 'Reference', signatureNs);
  if (!element || !signature || !signedInfo || !reference) return null;

  const at = path.map((local) => `/*[local-name()='${local}']`).join('');
  const infoText = Buffer.from(canonical(document, signedInfo, { algorithm: algorithmOf(signedInfo, 'CanonicalizationMethod'), at: `${at}/*[local-name()='Signature']/*[local-name()='SignedInfo']` }));
  const [given, hash] = [valueOf(signature, 'SignatureValue'), hashOf(algorithmOf(signedInfo, 'SignatureMethod'))];
  let text: string | null | undefined;
  return { isBy: (key) => verify(hash, infoText, key, given), text: () => (text === undefined ? (text = coveredText(document, { element, signature, reference, at })) : text) };
}

function coveredText(document: Document, { element, signature, reference, at }: { element: Element; signature: Element; reference: Element; at: string }): string | null {
  const transforms = reference.getElementsByTagNameNS(signatureNs, 'Transform');
  const last = transforms[transforms.length - 1];
  const prefixes = last?.getElementsByTagNameNS(exclusiveC14n, 'InclusiveNamespaces')[0]?.getAttribute('PrefixList') ?? '';
  element.removeChild(signature);
  const text = canonical(document, element, { algorithm: last?.getAttribute('Algorithm') ?? '', at, prefixes });
  const digest = createHash(hashOf(algorithmOf(reference, 'DigestMethod'))).update(text).digest();
  const wanted = valueOf(reference, 'DigestValue');
  return digest.length === wanted.length && timingSafeEqual(digest, wanted) ? text : null;
}

function parsed(xml: string): Document | null {
  const refuse = (message: string) => { throw new Error(message); };
  try {
    return new DOMParser({ errorHandler: { warning: refuse, error: refuse, fatalError: refuse } }).parseFromString(xml.trimStart(), 'text/xml');
  } catch {
    return null;
  }
}

/** The only child of this name; null where there is none, or another. */
function only(within: Element, local: string, uri?: string): Element | null {
  const found = Array.from(within.childNodes).filter((node): node is Element => node.nodeType === 1 && (node as Element).localName === local && (uri === undefined || (node as Element).namespaceURI === uri));
  return found.length === 1 ? found[0]! : null;
}

const algorithmOf = (within: Element, local: string) => only(within, local, signatureNs)?.getAttribute('Algorithm') ?? '';
const valueOf = (within: Element, local: string) => Buffer.from(only(within, local, signatureNs)?.textContent ?? '', 'base64');
/** Those with SHA-1 were refused before. */
const hashOf = (algorithm: string) => (algorithm.endsWith('sha512') ? 'sha512' : 'sha256');

function canonical(document: Document, element: Element, { algorithm, at, prefixes = '' }: { algorithm: string; at: string; prefixes?: string }): string {
  const options = { ancestorNamespaces: findAncestorNs(document, at), defaultNsForPrefix: {}, inclusiveNamespacesPrefixList: prefixes.split(' ').filter((prefix) => prefix !== '') };
  // Without a method the older one is meant (XML Signature 1.1, section 4.4.3.2).
  return String((algorithm === exclusiveC14n ? new ExclusiveCanonicalization() : new C14nCanonicalization()).process(element, options));
}
