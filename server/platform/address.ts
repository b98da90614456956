import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Only what people mean by an address: four decimal numbers without leading zeros, or IPv6 without a zone. */
export function parseAddress(text: string): Address | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!text.includes(':') || text.includes('%') || !ipaddr.IPv6.isValid(text)) return null;
  return ipaddr.IPv6.parse(text);
}

/** IPv4 within IPv6 (`::ffff:10.0.0.1`) as IPv4. */
export const unmapped = (address: Address): Address =>
  address.kind() === 'ipv6' && (address as ipaddr.IPv6).isIPv4MappedAddress()
    ? (address as ipaddr.IPv6).toIPv4Address()
    : address;

/** What a host stands for that proxies write with its port, in quotes, or with the zone of a network card. */
const hostIn = (text: string): string => {
  const bare = text.trim().replace(/^"(.*)"$/, '$1');
  const [, bracketed, dotted] = /^(?:\[([^[\]]+)\]|([\d.]+))(?::\d{1,5})?$/.exec(bare) ?? [];
  return (bracketed ?? dotted ?? bare).replace(/^([^%]*:[^%]*)%[\w.-]+$/, '$1');
};

const longest = 100;

const spellings = new LRUCache<string, { address: string | null }>({ max: 2_000 });

/** The one spelling of the address that a peer or proxy names; null for any other text. The same few peers and proxies are asked about all the time. */
export function readAddress(text: string): string | null {
  if (text.length > longest) return null;
  const known = spellings.get(text);
  if (known) return known.address;
  const parsed = parseAddress(hostIn(text));
  const address = parsed && unmapped(parsed).toString();
  spellings.set(text, { address });
  return address;
}

const networkBits = 64;

/** What counts as one peer: an IPv4 address, or the /64 that whoever has one address of it has whole. */
export function networkOf(address: string): string {
  const parsed = parseAddress(address);
  return parsed?.kind() === 'ipv6'
    ? `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${networkBits}`).toString()}/${networkBits}`
    : address;
}
