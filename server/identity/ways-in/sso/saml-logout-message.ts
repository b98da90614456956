import { createVerify } from 'node:crypto';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { faultOfPosted, isLogoutMessage, isStrong, issuerOf, type LogoutFault } from './saml-logout.rules';
import type { XmlElement } from './xml-element.rules';
import { certificatesOf, signedTexts } from './xml-signature';
import { readXml } from './xml-tree';

const inflated = promisify(inflateRaw);
/** Of the text; a request names one person and the sessions of theirs. */
const largestMessage = 50_000;

/** A message that does nothing. */
export class LogoutRefused extends Error {
  override readonly name = 'LogoutRefused';
  constructor(
    readonly fault: LogoutFault,
    options?: ErrorOptions,
  ) {
    super(`SAML logout message refused: ${fault}`, options);
  }
}

/** A message as it came, of which nothing is believed yet. */
export interface LogoutMessage {
  kind: 'LogoutRequest' | 'LogoutResponse';
  root: XmlElement;
  issuer: string;
  /** Is given back with an answer. */
  relayState: string | undefined;
  /** Whether the keys of a provider signed it; `certificates`: PEM, below each other. @throws LogoutRefused for what nobody signed, or signed weakly */
  isOf(certificates: string): Promise<boolean>;
}

const kinds = [
  ['SAMLRequest', 'LogoutRequest'],
  ['SAMLResponse', 'LogoutResponse'],
] as const;

/**
 * Reads a message that stands in an address (SAML V2.0 Bindings, OASIS 2005, section 3.4).
 * What is signed is the text of the query as it was sent, so that it is taken from there and nothing of it is read that is given twice.
 * @returns null where there is none
 */
export async function readRedirected(url: string): Promise<LogoutMessage | null> {
  const sent = new Map<string, string>();
  for (const pair of (url.split('?')[1] ?? '').split('&')) {
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    if (sent.has(name)) return null;
    sent.set(name, value);
  }
  const [kind, ...others] = kinds.filter(([name]) => sent.has(name));
  if (!kind || others.length > 0) return null;
  const plain = (name: string) => plainOf(sent.get(name));
  const xml = await unpacked(plain(kind[0]) ?? '');
  const root = xml === null ? null : readXml(xml);
  if (!root || !isLogoutMessage(root, kind[1])) return null;
  const signedText = [kind[0], 'RelayState', 'SigAlg']
    .filter((name) => sent.has(name))
    .map((name) => `${name}=${sent.get(name)}`)
    .join('&');
  return {
    kind: kind[1],
    root,
    issuer: issuerOf(root),
    relayState: plain('RelayState'),
    async isOf(certificates) {
      const [algorithm, signature] = [plain('SigAlg'), plain('Signature')];
      if (!algorithm || !signature) throw new LogoutRefused('unsigned');
      if (!isStrong(algorithm)) throw new LogoutRefused('weakAlgorithm');
      const digest = algorithm.endsWith('sha512') ? 'RSA-SHA512' : 'RSA-SHA256';
      return certificatesOf(certificates).some((pem) =>
        createVerify(digest).update(signedText).verify(pem, signature, 'base64'),
      );
    },
  };
}

/** Reads a message that a form has brought (the same, section 3.5). @returns null where there is none */
export function readPosted({
  SAMLRequest,
  SAMLResponse,
  RelayState: relayState,
}: {
  SAMLRequest?: string | undefined;
  SAMLResponse?: string | undefined;
  RelayState?: string | undefined;
}): LogoutMessage | null {
  const given = SAMLRequest ?? SAMLResponse;
  if (given === undefined || (SAMLRequest !== undefined && SAMLResponse !== undefined)) return null;
  const encoded = given.replace(/\s+/g, '');
  const kind = SAMLRequest === undefined ? 'LogoutResponse' : 'LogoutRequest';
  const xml = isBase64(encoded) ? Buffer.from(encoded, 'base64').toString('utf8') : '';
  const root = readXml(xml);
  if (!root || !isLogoutMessage(root, kind)) return null;
  return {
    kind,
    root,
    issuer: issuerOf(root),
    relayState,
    async isOf(certificates) {
      const fault = faultOfPosted(root);
      if (fault) throw new LogoutRefused(fault);
      return (await signedTexts(xml, { paths: [[kind]], certificates })) !== null;
    },
  };
}

const isBase64 = (text: string) => text.length <= largestMessage && /^[A-Za-z\d+/]+={0,2}$/.test(text);

function plainOf(sent: string | undefined): string | undefined {
  try {
    return sent === undefined ? undefined : decodeURIComponent(sent.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

async function unpacked(encoded: string): Promise<string | null> {
  const packed = encoded.replace(/\s+/g, '');
  if (!isBase64(packed)) return null;
  try {
    return (await inflated(Buffer.from(packed, 'base64'), { maxOutputLength: largestMessage })).toString('utf8');
  } catch {
    return null;
  }
}
