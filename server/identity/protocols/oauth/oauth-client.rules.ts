const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/** Of an application on a device: a scheme that is a domain backwards (RFC 8252, 7.1). */
const ownScheme = /^[a-z][a-z\d-]*(?:\.[a-z\d-]+)+:$/;

const isWeb = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname));

/**
 * Whether a client may be sent back to an address: https, http on the same machine, or an application's own scheme; written as a
 * browser would read it, without a fragment or credentials, so that comparing by the letter compares what is visited.
 */
export function isReturnAddress(given: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(given) || !URL.canParse(given)) return false;
  const url = new URL(given);
  if (given.includes('#') || given.includes('*') || url.username !== '' || url.password !== '') return false;
  return isWeb(url) ? url.href === given || url.href === `${given}/` : ownScheme.test(url.protocol);
}

/** Whether a text is the origin of a page. */
export const isOrigin = (given: string): boolean =>
  URL.canParse(given) && isWeb(new URL(given)) && new URL(given).origin === given;
