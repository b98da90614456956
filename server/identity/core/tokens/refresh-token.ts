import type { InstallationSecrets } from '../secrets/installation-secrets';

/** Of a session's own tokens, and of those that clients of the OAuth server hold: none of one kind passes for the other. */
export type RefreshPurpose = 'refresh token' | 'oauth refresh token';
const codeBytes = 32;
const bytes = 16 + 4 + codeBytes;

/** A refresh token names its session (or a client's grant, whose id stands in its place) and which of the session's tokens it is, under a code of ours: nothing of it needs to be kept. */
export interface NamedRefresh {
  sessionId: string;
  number: number;
}

const textOf = ({ sessionId, number }: NamedRefresh) => `${sessionId} ${number}`;

export function refreshTokenOf(
  secrets: InstallationSecrets,
  named: NamedRefresh,
  purpose: RefreshPurpose = 'refresh token',
): string {
  const number = Buffer.alloc(4);
  number.writeUInt32BE(named.number);
  return Buffer.concat([
    Buffer.from(named.sessionId.replaceAll('-', ''), 'hex'),
    number,
    secrets.code(purpose, textOf(named)),
  ]).toString('base64url');
}

/** null for what we did not make. */
export function readRefreshToken(
  secrets: InstallationSecrets,
  token: string,
  purpose: RefreshPurpose = 'refresh token',
): NamedRefresh | null {
  if (!/^[\w-]{70}$/.test(token)) return null;
  const given = Buffer.from(token, 'base64url');
  if (given.length !== bytes) return null;
  const hex = given.subarray(0, 16).toString('hex');
  const named = {
    sessionId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    number: given.readUInt32BE(16),
  };
  return secrets.isCode(purpose, textOf(named), given.subarray(20)) ? named : null;
}
