/** Found by `scripts/build/examples.mjs`, `file` relative to the project. */
declare module 'tare:examples' {
  export const examples: { file: string; example: import('./support/example').FeatureExample }[];
}

/** The receiver's half of RFC 8188 and RFC 8291. */
declare module 'http_ece' {
  export function decrypt(
    body: Buffer,
    params: { version: 'aes128gcm'; privateKey: import('node:crypto').ECDH; authSecret: string },
  ): Buffer;
}
