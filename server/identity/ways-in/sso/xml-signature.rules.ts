import { everyElement, isOf, type XmlElement } from './xml-element.rules';

export const signatureNs = 'http://www.w3.org/2000/09/xmldsig#';
const enveloped = `${signatureNs}enveloped-signature`;
const exclusiveC14n = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const c14n = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';

/**
 * What a signature may be made with (RFC 9231 and XML Signature 1.1, which keep SHA-1 for old documents alone); the keys of providers are RSA.
 */
export const algorithms: Record<string, ReadonlySet<string>> = {
  SignatureMethod: new Set([
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  ]),
  DigestMethod: new Set(['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512']),
  CanonicalizationMethod: new Set([exclusiveC14n, c14n]),
  Transform: new Set([enveloped, exclusiveC14n, c14n]),
};

/** What each signature has exactly one of. */
const once = [
  'SignedInfo',
  'SignatureValue',
  'SignatureMethod',
  'CanonicalizationMethod',
  'Reference',
  'DigestMethod',
  'DigestValue',
  'Transforms',
];

/** Judges how a signature is built: it is of the element that it stands in, whole, and by nothing weak. @returns null where it is sound */
export function faultOfSignature(signed: XmlElement, signature: XmlElement): 'badShape' | 'weakAlgorithm' | null {
  const parts = everyElement(signature);
  if (once.some((local) => parts.filter(isOf(signatureNs, local)).length !== 1)) return 'badShape';
  if (parts.find(isOf(signatureNs, 'Reference'))?.attributes.get('URI') !== `#${signed.attributes.get('ID')}`)
    return 'badShape';
  if (parts.some((part) => algorithms[part.local]?.has(part.attributes.get('Algorithm') ?? '') === false))
    return 'weakAlgorithm';
  // Itself first, then at most one canonical form of what is left (SAML V2.0 Core, OASIS 2005, section 5.4.4).
  const [first, second, ...others] = parts
    .filter(isOf(signatureNs, 'Transform'))
    .map((part) => part.attributes.get('Algorithm'));
  return first !== enveloped || second === enveloped || others.length > 0 ? 'badShape' : null;
}

const count = (text: string, sign: RegExp) => text.match(sign)?.length ?? 0;

/**
 * Whether verifying takes a few milliseconds, as it does of most answers: handing one to the thread and back costs as much again. Each tag, each attribute and
 * each key costs by itself.
 */
export const isSmall = (xml: string, { keys }: { keys: number }): boolean =>
  xml.length <= 20_000 && keys <= 2 && count(xml, /</g) <= 200 && count(xml, /=/g) <= 400;
