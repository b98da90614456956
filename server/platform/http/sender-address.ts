import type { IncomingMessage } from 'node:http';
import type { Express, RequestHandler } from 'express';
import { readAddress } from '../address';

/** Whether an address, so many hops from here, is a proxy whose word counts. */
type Trusts = (address: string, hop: number) => boolean;

/**
 * Where a request comes from: the nearest address that is not a trusted proxy's. What a proxy names must be an address; anything else counts as
 * coming from that proxy itself.
 */
export function senderOf({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>, trusts: Trusts): string {
  const named = [headers['x-forwarded-for'] ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .reverse();
  let address = readAddress(socket.remoteAddress ?? '') ?? '';
  for (const [hop, text] of named.entries()) {
    const before = trusts(address, hop) ? readAddress(text) : null;
    if (before === null) break;
    address = before;
  }
  return address;
}

/** Stands before whatever reads `request.ip`, so that limits, lists, sessions, the audit and the log all know one spelling of an address. */
export function senderAddress(app: Express): RequestHandler {
  const trusts = app.get('trust proxy fn') as Trusts;
  return (request, _response, next) => {
    Object.defineProperty(request, 'ip', { value: senderOf(request, trusts) });
    next();
  };
}
