import { domainToUnicode } from 'node:url';
import { spelledAddress } from './email-address.rules';

const parts = (address: string) =>
  [address.slice(0, address.lastIndexOf('@') + 1), address.slice(address.lastIndexOf('@') + 1)] as const;

/** The texts in small letters by which a login or an address may be stored: as it is stored today, as it was typed, and as its domain reads in Unicode. */
export function spellingsOf(text: string): string[] {
  const typed = text.trim().toLowerCase();
  const [name, domain] = parts(spelledAddress(typed));
  return [
    ...new Set([
      `${name}${domain}`,
      typed,
      ...(name !== '' && domain.includes('xn--') ? [`${name}${domainToUnicode(domain)}`] : []),
    ]),
  ];
}

/** Letters that nobody takes for those of another script: Latin ones with their usual marks, and those of East Asia. */
const unmistakable =
  /^(?:[a-z\d\u00df-\u00f6\u00f8-\u0130\u0132-\u0137\u0139-\u0148\u014a-\u017e-]+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc\d-]+)$/u;

/** An address as it is shown: its domain in Unicode where it cannot be taken for another, in punycode otherwise. */
export function shownAddress(address: string): string {
  const [name, domain] = parts(address);
  if (name === '' || !domain.includes('xn--')) return address;
  const shown = domainToUnicode(domain);
  return shown !== '' && shown.split('.').every((label) => unmistakable.test(label)) ? `${name}${shown}` : address;
}
