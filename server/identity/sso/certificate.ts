import { X509Certificate } from 'node:crypto';

const leastRsaBits = 2048;

export interface Certificate {
  pem: string;
  /** When it ends. */
  notAfter: Date;
  /** Signatures by keys of other kinds (EC, RSA-PSS) are not understood. */
  isRsa: boolean;
}

/** Lines of 64 letters between its marks (RFC 7468). */
const pemOf = (certificate: X509Certificate) => certificate.toString().trim();

/**
 * The certificates of a text: PEM with its marks, several below each other, or the bare base64 of one, as metadata and consoles give it.
 * @returns null where any of them is none, or its key too short to be trusted
 */
export function readCertificates(text: string): Certificate[] | null {
  const marked = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  const given = marked ?? [`-----BEGIN CERTIFICATE-----\n${text.replace(/\s+/g, '').replace(/(.{64})/g, '$1\n')}\n-----END CERTIFICATE-----`];
  // What stands between the marks of several is not theirs.
  if (marked && text.replace(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g, '').trim() !== '') return null;
  try {
    const certificates = given.map((pem) => new X509Certificate(pem));
    if (certificates.some(({ publicKey: { asymmetricKeyType: type, asymmetricKeyDetails: details } }) => type === 'rsa' && Number(details?.modulusLength) < leastRsaBits)) return null;
    return certificates.map((certificate) => ({ pem: pemOf(certificate), notAfter: new Date(certificate.validTo), isRsa: certificate.publicKey.asymmetricKeyType === 'rsa' }));
  } catch {
    return null;
  }
}
