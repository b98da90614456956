import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

const ivBytes = 12;
const tagBytes = 16;

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
    seal(purpose, plain) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', keyOf(purpose), iv);
      const hidden = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), hidden]);
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed);
      const decipher = createDecipheriv('aes-256-gcm', keyOf(purpose), bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
    },
  };
}
