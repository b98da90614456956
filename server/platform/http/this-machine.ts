import type { IncomingHttpHeaders } from 'node:http';
import { BlockList } from 'node:net';
import { readAddress } from '../address';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

const isLoopback = (text: string) => {
  const address = readAddress(text);
  return address !== null && loopback.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
};

/** Whoever a proxy on this machine speaks for is a stranger, whether the proxy is trusted or not. */
export function isThisMachine(peer: string | undefined, headers: IncomingHttpHeaders): boolean {
  const named = [headers['x-forwarded-for'] ?? []].flat().flatMap((line) => line.split(','));
  return headers.forwarded === undefined && [peer ?? '', ...named].every(isLoopback);
}
