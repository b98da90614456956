/**
 * What an ID token may be signed with: keys that its provider alone has, whatever its header or a document of the provider offers
 * (RFC 8725, section 3.1; RFC 7518, section 3.1; RFC 8037; RFC 9864). Never a shared secret, never nothing.
 */
export const idTokenAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
