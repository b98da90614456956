import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ivBytes = 12;
const tagBytes = 16;

/** AES-256-GCM with a random nonce. */
export function sealWith(key: Uint8Array, plain: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const hidden = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), hidden]);
}

/** @throws where it was sealed with another key, or changed since */
export function openWith(key: Uint8Array, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
}

/** Keeps what others have entrusted to us, such as the password of a feed: what lies in the database opens with this installation's secret alone. */
export interface Vault {
  seal(purpose: string, plain: string): Buffer;
  /** @throws where it was sealed with another secret, for another purpose, or changed since */
  open(purpose: string, sealed: Uint8Array): string;
}

/** The secret is asked for with the first use: most installations keep nothing. */
export function createVault(secretOf: () => string): Vault {
  const keys = new Map<string, Buffer>();
  function keyOf(purpose: string): Buffer {
    const key = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', secretOf(), 'tare', `kept ${purpose}`, 32));
    keys.set(purpose, key);
    return key;
  }
  return {
    seal: (purpose, plain) => sealWith(keyOf(purpose), plain),
    open: (purpose, sealed) => openWith(keyOf(purpose), sealed),
  };
}
