import 'reflect-metadata';
import * as x509 from '@peculiar/x509';

/** The PEM of a certificate of a key that nobody keeps, which ends then. */
export async function certificateEnding(
  notAfter: Date,
  { exponent = [1, 0, 1] }: { exponent?: number[] } = {},
): Promise<string> {
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    publicExponent: new Uint8Array(exponent),
    modulusLength: 2048,
  };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=idp.test',
    serialNumber: '01',
    notBefore: new Date(notAfter.getTime() - 365 * 86_400_000),
    notAfter,
    signingAlgorithm: algorithm,
    keys,
  });
  return certificate.toString('pem');
}
