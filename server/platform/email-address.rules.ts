/** A domain in the one form that lists hold: lower case, ASCII, without the dot at the end; null for what is none. */
export function spelledDomain(text: string): string | null {
  const given = text.trim().replace(/^@/, '').replace(/\.$/, '');
  if (given.length > 1000 || /[\s/\\?#@:%]/.test(given) || !URL.canParse(`http://${given}`)) return null;
  const { hostname } = new URL(`http://${given}`);
  return hostname.length <= 253 && /^([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z]([a-z\d-]{0,61}[a-z\d])$/.test(hostname)
    ? hostname
    : null;
}

/**
 * An e-mail address in the form in which it is stored: its domain in punycode, since both spellings are one address. Where a domain only looks
 * like another, punycode keeps the two apart. What is no address stays as it is.
 */
export function spelledAddress(text: string): string {
  const at = text.lastIndexOf('@');
  const domain = at < 1 || /^[\x21-\x7e]*$/.test(text.slice(at)) ? null : spelledDomain(text.slice(at + 1));
  return domain === null ? text : `${text.slice(0, at + 1)}${domain}`;
}

/** An address in ASCII; a top-level domain may be punycode too. */
export const addressPattern =
  /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+([A-Za-z]{2,}|xn--[A-Za-z0-9-]{2,59})$/;
