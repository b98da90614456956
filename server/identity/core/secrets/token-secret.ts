import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits: nobody guesses them, however fast a hash is, so that a slow one would only cost us time. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** What a browser keeps of an earlier beginning is kept on, so that several tabs may be under way at once. */
export const keptSecret = (brought: string | null): string =>
  brought !== null && /^[\w-]{43}$/.test(brought) ? brought : newSecret();

export const secretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest();

const nobodys = secretHash(newSecret());

/** Takes as long for a token that there is not. */
export function isSecret(hash: Uint8Array | null, given: string): boolean {
  return timingSafeEqual(hash ?? nobodys, secretHash(given)) && hash !== null;
}

/** An access token names its row and brings its secret. */
export const accessTokenText = (id: string, secret: string): string => `${id.replaceAll('-', '')}.${secret}`;

/** null for what is no token of this form. */
export function readAccessToken(token: string): { id: string; secret: string } | null {
  const [, hex, secret] = /^([\da-f]{32})\.([\w-]{43})$/.exec(token) ?? [];
  if (hex === undefined || secret === undefined) return null;
  return { id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), secret };
}
