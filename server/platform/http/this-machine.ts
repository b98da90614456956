import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

const isLoopback = (address: string) => isIP(address) > 0 && loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Whoever a proxy on this machine speaks for is a stranger, whether the proxy is trusted or not. */
export function isThisMachine(peer: string | undefined, headers: IncomingHttpHeaders): boolean {
  const named = [headers['x-forwarded-for'] ?? []].flat().flatMap((line) => line.split(',').map((address) => address.trim()));
  return headers.forwarded === undefined && [peer ?? '', ...named].every(isLoopback);
}
