import { SAML } from '@node-saml/passport-saml';
import { faultOfShape, judgeResponse, type ExpectedResponse, type SamlFault, type SamlSubject } from './saml-response.rules';
import { readXml } from './xml-tree';

/** Of the base64 text. Those of large directories, with some hundred groups, have less. */
export const largestResponse = 200_000;

/** A response that lets nobody in. What it said is not repeated to whoever brought it. */
export class SamlRefused extends Error {
  override readonly name = 'SamlRefused';
  constructor(readonly fault: SamlFault, options?: ErrorOptions) {
    super(`SAML response refused: ${fault}`, options);
  }
}

interface Provider {
  /** PEM, below each other: while a provider changes its key, any of them is good. */
  publicCertificate: string;
}

/**
 * Who a SAML response vouches for. Response and assertion must both be signed, by a key of the provider that the request went to and with no
 * weaker hash than SHA-256, and all that is taken from the assertion is taken from what was signed. Responses that nobody has asked for, and
 * encrypted ones, are refused. That the request is answered once, and in the browser that made it, is its keeper's to see.
 * @param samlResponse as it was posted (SAML V2.0 Bindings, OASIS 2005, section 3.5)
 * @throws SamlRefused
 */
export async function readSamlResponse(samlResponse: string, { provider, expected }: { provider: Provider; expected: ExpectedResponse }): Promise<SamlSubject> {
  const encoded = samlResponse.replace(/\s+/g, '');
  if (encoded.length > largestResponse || !/^[A-Za-z\d+/]+={0,2}$/.test(encoded)) throw new SamlRefused('notAResponse');
  const response = readXml(Buffer.from(encoded, 'base64').toString('utf8'));
  if (!response) throw new SamlRefused('notAResponse');
  const fault = faultOfShape(response);
  if (fault) throw new SamlRefused(fault);
  const assertion = readXml(await signedAssertion(encoded, { provider, expected }));
  if (!assertion) throw new SamlRefused('notAResponse');
  const judged = judgeResponse(response, assertion, expected);
  if (typeof judged === 'string') throw new SamlRefused(judged);
  return judged;
}

/** @returns the assertion as its signature covers it @throws SamlRefused badSignature */
async function signedAssertion(encoded: string, { provider, expected }: { provider: Provider; expected: ExpectedResponse }): Promise<string> {
  const saml = new SAML({
    callbackUrl: expected.acsUrl, issuer: expected.spEntityId, idpCert: provider.publicCertificate.split(/(?<=-----END CERTIFICATE-----)\s*/).filter((pem) => pem !== ''),
    wantAuthnResponseSigned: true, wantAssertionsSigned: true,
    // What is said in it is judged by rules of ours, by the clock of the request.
    audience: false, acceptedClockSkewMs: -1,
  });
  let signed: string | undefined;
  try {
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: encoded });
    signed = profile?.getAssertionXml?.();
  } catch (cause) {
    throw new SamlRefused('badSignature', { cause });
  }
  if (!signed) throw new SamlRefused('badSignature');
  return signed;
}
