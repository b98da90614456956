import { createHash, timingSafeEqual } from 'node:crypto';

/** RFC 7636, 4.1. */
const verifierForm = /^[\w.~-]{43,128}$/;

/** What is made of a verifier by S256 (RFC 7636, 4.2). */
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** Whether a verifier is the one that a challenge was made of by S256 (RFC 7636, 4.6). */
export function isVerifier(verifier: string | undefined, challenge: string): boolean {
  if (verifier === undefined || !verifierForm.test(verifier)) return false;
  const [made, kept] = [createHash('sha256').update(verifier).digest(), Buffer.from(challenge, 'base64url')];
  return made.length === kept.length && timingSafeEqual(made, kept);
}
