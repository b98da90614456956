import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { openWith, sealWith } from '../../../platform/vault';

/** What only this installation can make and open. Each purpose has a key of its own (HKDF, RFC 5869), so that none helps with another. */
export interface InstallationSecrets {
  /** A code of 256 bits over the text. */
  code(purpose: string, text: string): Buffer;
  isCode(purpose: string, text: string, given: Uint8Array): boolean;
  /** AES-256-GCM with a random nonce. */
  seal(purpose: string, plain: string): Buffer;
  /** @throws where it was sealed with another secret, for another purpose, or changed since */
  open(purpose: string, sealed: Uint8Array): string;
}

export function installationSecrets(secret: string): InstallationSecrets {
  const keys = new Map<string, Buffer>();
  const keyOf = (purpose: string) => {
    const key = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', secret, 'tare', purpose, 32));
    keys.set(purpose, key);
    return key;
  };
  const code = (purpose: string, text: string) => createHmac('sha256', keyOf(purpose)).update(text).digest();
  return {
    code,
    isCode(purpose, text, given) {
      const right = code(purpose, text);
      return given.length === right.length && timingSafeEqual(right, given);
    },
    seal: (purpose, plain) => sealWith(keyOf(purpose), plain),
    open: (purpose, sealed) => openWith(keyOf(purpose), sealed),
  };
}
