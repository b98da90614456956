import 'reflect-metadata';
import * as x509 from '@peculiar/x509';

/** A key, and a certificate for this machine that nobody but itself has signed. */
export async function ownCertificate(): Promise<{ key: string; cert: string }> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const [notBefore, notAfter] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000)];
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=localhost',
    serialNumber: '01',
    notBefore,
    notAfter,
    signingAlgorithm: algorithm,
    keys,
  });
  return {
    key: x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY'),
    cert: certificate.toString('pem'),
  };
}
