import { X509Certificate, type KeyObject } from 'node:crypto';

const rsaBits = { least: 2048, most: 8192 };
/** The usual one; looking at a signature takes the longer, the longer it is. */
const largestExponent = 65_537n;
/** Of one provider: it has two while it changes its key, and large ones have a few. */
export const mostCertificates = 10;

export interface Certificate {
  pem: string;
  /** When it ends. */
  notAfter: Date;
  /** Signatures by keys of other kinds (EC, RSA-PSS) are not understood. */
  isRsa: boolean;
}

const isUsualRsa = ({ asymmetricKeyDetails: { modulusLength = 0, publicExponent = 0n } = {} }: KeyObject) =>
  modulusLength >= rsaBits.least && modulusLength <= rsaBits.most && publicExponent <= largestExponent;

/** Lines of 64 letters between its marks (RFC 7468). */
const pemOf = (certificate: X509Certificate) => certificate.toString().trim();

/**
 * The certificates of a text: PEM with its marks, several below each other, or the bare base64 of one, as metadata and consoles give it.
 * @returns null where any of them is none, its key too short to be trusted or so long that looking at a signature takes long, or where there are too many
 */
export function readCertificates(text: string): Certificate[] | null {
  const marked = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  const given = marked ?? [
    `-----BEGIN CERTIFICATE-----\n${text.replace(/\s+/g, '').replace(/(.{64})/g, '$1\n')}\n-----END CERTIFICATE-----`,
  ];
  // What stands between the marks of several is not theirs.
  if (marked && text.replace(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g, '').trim() !== '')
    return null;
  if (given.length > mostCertificates) return null;
  try {
    const certificates = given.map((pem) => new X509Certificate(pem));
    if (certificates.some(({ publicKey }) => publicKey.asymmetricKeyType === 'rsa' && !isUsualRsa(publicKey)))
      return null;
    return certificates.map((certificate) => ({
      pem: pemOf(certificate),
      notAfter: new Date(certificate.validTo),
      isRsa: certificate.publicKey.asymmetricKeyType === 'rsa',
    }));
  } catch {
    return null;
  }
}
