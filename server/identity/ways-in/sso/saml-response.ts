import {
  faultOfShape,
  judgeResponse,
  type ExpectedResponse,
  type SamlFault,
  type SamlSubject,
} from './saml-response.rules';
import { signedTexts } from './xml-signature';
import { readXml } from './xml-tree';

/** Of the base64 text. Those of large directories, with some hundred groups, have less. */
export const largestResponse = 200_000;

/** A response that lets nobody in. What it said is not repeated to whoever brought it. */
export class SamlRefused extends Error {
  override readonly name = 'SamlRefused';
  constructor(
    readonly fault: SamlFault,
    options?: ErrorOptions,
  ) {
    super(`SAML response refused: ${fault}`, options);
  }
}

interface Provider {
  /** PEM, below each other: while a provider changes its key, any of them is good. */
  publicCertificate: string;
}

/** By whom and of what a response has to be. */
export interface ExpectedAnswer {
  provider: Provider;
  expected: ExpectedResponse;
}

/**
 * Who a SAML response vouches for. Response and assertion must both be signed, by a key of the provider that the request went to and with no
 * weaker hash than SHA-256, and all that is taken from the assertion is taken from what was signed. Responses that nobody has asked for, and
 * encrypted ones, are refused. That the request is answered once, and in the browser that made it, is its keeper's to see.
 * @param samlResponse as it was posted (SAML V2.0 Bindings, OASIS 2005, section 3.5)
 * @throws SamlRefused
 */
export async function readSamlResponse(
  samlResponse: string,
  { provider, expected }: ExpectedAnswer,
): Promise<SamlSubject> {
  const encoded = samlResponse.replace(/\s+/g, '');
  if (encoded.length > largestResponse || !/^[A-Za-z\d+/]+={0,2}$/.test(encoded)) throw new SamlRefused('notAResponse');
  const xml = Buffer.from(encoded, 'base64').toString('utf8');
  const response = readXml(xml);
  if (!response) throw new SamlRefused('notAResponse');
  const fault = faultOfShape(response);
  if (fault) throw new SamlRefused(fault);
  const signed = await signedTexts(xml, {
    paths: [['Response'], ['Response', 'Assertion']],
    certificates: provider.publicCertificate,
  });
  const assertion = signed && readXml(signed[1] ?? '');
  if (!assertion) throw new SamlRefused('badSignature');
  const judged = judgeResponse(response, assertion, expected);
  if (typeof judged === 'string') throw new SamlRefused(judged);
  return judged;
}
