import { Secret, TOTP } from 'otpauth';
import { toDataURL } from 'qrcode';

/** RFC 6238 as every authenticator app knows it. */
const shape = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps before and after: the clocks of phones are not exact. */
const window = 1;
const issuer = 'Tare';

/** Of a new secret, as RFC 4226 recommends. */
export const secretBytes = 20;

const secretOf = (base32: string) => Secret.fromBase32(base32);

/** The secret as people type it. */
export const secretText = (bytes: Uint8Array): string => new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32;

/** The time step that a code is of, as long as it is good at this instant; null for a wrong one. */
export function stepOfCode(base32: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const delta = TOTP.validate({ ...shape, token: code, secret: secretOf(base32), timestamp, window });
  return delta === null ? null : TOTP.counter({ period: shape.period, timestamp }) + delta;
}

/** What an authenticator app scans, as the address of a picture. */
export function qrCodeOf(base32: string, label: string): Promise<string> {
  return toDataURL(new TOTP({ ...shape, issuer, label, secret: secretOf(base32) }).toString(), { margin: 2, scale: 5 });
}
