import { domainToUnicode } from 'node:url';
import { spelledAddress } from './email-address.rules';

/** The texts in small letters by which an address may be stored: as it is stored today, as it was typed, and as its domain reads in Unicode. */
export function spellingsOf(text: string): string[] {
  const [typed, spelled] = [text.trim().toLowerCase(), spelledAddress(text.trim().toLowerCase())];
  const at = spelled.lastIndexOf('@');
  return [...new Set([spelled, typed, ...(spelled.includes('xn--', at) ? [`${spelled.slice(0, at + 1)}${domainToUnicode(spelled.slice(at + 1))}`] : [])])];
}
