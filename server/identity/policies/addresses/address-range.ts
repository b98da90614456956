import ipaddr from 'ipaddr.js';
import { parseAddress, unmapped, type Address } from '../../../platform/address';

const mappedBits = 96;

/** The range that a text names: an address or CIDR. IPv4 within IPv6 (`::ffff:10.0.0.1`) is IPv4. null for any other text. */
function parseRange(text: string): [Address, number] | null {
  const [, host = '', length] = /^([^/\s]+)(?:\/(0|[1-9]\d{0,2}))?$/.exec(text.trim()) ?? [];
  const parsed = parseAddress(host);
  if (!parsed) return null;
  const given = length === undefined ? null : Number(length);
  if (given !== null && given > (parsed.kind() === 'ipv4' ? 32 : 128)) return null;
  const address = unmapped(parsed);
  const wasMapped = address !== parsed;
  // A range that holds all of IPv4 and more of IPv6 would be two; nobody means that.
  if (wasMapped && given !== null && given < mappedBits) return null;
  return [address, given === null ? (address.kind() === 'ipv4' ? 32 : 128) : given - (wasMapped ? mappedBits : 0)];
}

/** The one spelling of an address or range, `10.1.0.0/16` for `10.1.2.3/16`; null for what is none. */
export function spelledRange(text: string): string | null {
  const range = parseRange(text);
  if (!range) return null;
  const [address, length] = range;
  if (length === (address.kind() === 'ipv4' ? 32 : 128)) return address.toString();
  const network =
    address.kind() === 'ipv4'
      ? ipaddr.IPv4.networkAddressFromCIDR(`${address.toString()}/${length}`)
      : ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${length}`);
  return `${network.toString()}/${length}`;
}

/** Whether an address lies in a range that is spelled as ours are. An address that cannot be read lies in none. */
export function isInRange(ip: string, range: string): boolean {
  const [parsed, within] = [parseAddress(ip.replace(/%.*$/, '')), parseRange(range)];
  if (!parsed || !within) return false;
  const address = unmapped(parsed);
  return address.kind() === within[0].kind() && address.match(within as [ipaddr.IPv4 & ipaddr.IPv6, number]);
}
