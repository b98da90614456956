import { spelledDomain } from './email-domain.rules';

/**
 * An e-mail address in the form in which it is stored and looked up: its domain in punycode, since both spellings are one address. Where a
 * domain only looks like another, punycode keeps the two apart. What is no address stays as it is.
 */
export function spelledAddress(text: string): string {
  const at = text.lastIndexOf('@');
  const domain = at < 1 || /^[\x21-\x7e]*$/.test(text.slice(at)) ? null : spelledDomain(text.slice(at + 1));
  return domain === null ? text : `${text.slice(0, at + 1)}${domain}`;
}
