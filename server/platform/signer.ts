import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Signatures that only this installation makes. Each purpose has a key of its own, so that none stands for another. */
export interface Signer {
  sign(purpose: string, text: string): string;
  isSigned(purpose: string, text: string, signature: string): boolean;
}

/** The secret is asked for with the first signature: some processes make none. */
export function createSigner(secretOf: () => string): Signer {
  const keys = new Map<string, Buffer>();
  function code(purpose: string, text: string): Buffer {
    const key = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', secretOf(), 'tare', `signed ${purpose}`, 32));
    keys.set(purpose, key);
    return createHmac('sha256', key).update(text).digest();
  }
  return {
    sign: (purpose, text) => code(purpose, text).toString('base64url'),
    isSigned(purpose, text, signature) {
      const [right, given] = [code(purpose, text), Buffer.from(signature, 'base64url')];
      return right.length === given.length && timingSafeEqual(right, given);
    },
  };
}
