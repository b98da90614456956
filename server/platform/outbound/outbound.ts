import { lookup } from 'node:dns/promises';
import { request as plainRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type OutboundFault = 'address' | 'scheme' | 'private' | 'unknownHost' | 'redirect' | 'tooLarge' | 'tooSlow';

/** A call that was not made, or was broken off. The message names the host, never the whole address, which may be a secret. */
export class OutboundRefused extends Error {
  constructor(
    readonly fault: OutboundFault,
    host: string,
  ) {
    super(`outbound call to ${host || 'no host'}: ${fault}`);
  }
}

export interface OutboundCall {
  url: string;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Of the whole exchange, from the look-up of the name to the last byte. */
  timeoutMs?: number;
  /** Of the answer's body. */
  largestAnswer?: number;
  signal?: AbortSignal;
}

interface OutboundAnswer {
  /** Never 3xx. */
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** The one way to other hosts. */
export interface Outbound {
  /**
   * Looks a name up once and connects to that very address, so that a second answer of its server cannot lead elsewhere.
   * @throws OutboundRefused; the signal's reason; the connection's own error
   */
  call(call: OutboundCall): Promise<OutboundAnswer>;
  /** What is wrong with an address as far as it says so itself; a name is looked up only when it is called. */
  faultOf(url: string): OutboundFault | null;
}

interface OutboundOptions {
  /** `host:port` as `new URL` spells them; these may be private, and be called without TLS. */
  allow: readonly string[];
  /** @returns every address of the name */
  resolve?(host: string): Promise<string[]>;
}

const defaultTimeoutMs = 10_000;
const defaultLargestAnswer = 1_000_000;

const resolveBySystem = async (host: string) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

export function createOutbound({ allow, resolve = resolveBySystem }: OutboundOptions): Outbound {
  const allowed = new Set(allow);
  const isAllowed = (url: URL) => allowed.has(`${url.hostname}:${portOf(url)}`);

  function judge(text: string): { fault: OutboundFault } | { fault: null; url: URL } {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (!url || url.username !== '' || url.password !== '') return { fault: 'address' };
    const exception = isAllowed(url);
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && exception)) return { fault: 'scheme' };
    const host = bareHost(url);
    if (isIP(host) && !exception && !isPublicAddress(host)) return { fault: 'private' };
    return { fault: null, url };
  }

  /** One address that leads outside, only where all of them do. */
  async function addressOf(url: URL): Promise<string> {
    const host = bareHost(url);
    if (isIP(host)) return host;
    const found = await resolve(host).catch(() => []);
    const [first] = found;
    if (first === undefined) throw new OutboundRefused('unknownHost', url.host);
    if (!isAllowed(url) && !found.every(isPublicAddress)) throw new OutboundRefused('private', url.host);
    return first;
  }

  return {
    faultOf: (url) => judge(url).fault,

    async call({ timeoutMs = defaultTimeoutMs, signal, ...call }) {
      const judged = judge(call.url);
      if (judged.fault !== null) throw new OutboundRefused(judged.fault, hostOf(call.url));
      const { url } = judged;
      const late = AbortSignal.timeout(timeoutMs);
      const either = signal ? AbortSignal.any([signal, late]) : late;
      try {
        const address = await before(addressOf(url), either);
        return await exchange(call, { url, address, signal: either });
      } catch (error) {
        if (signal?.aborted) throw signal.reason;
        throw late.aborted ? new OutboundRefused('tooSlow', url.host) : error;
      }
    },
  };
}

const portOf = (url: URL) => url.port || (url.protocol === 'http:' ? '80' : '443');
const bareHost = (url: URL) => url.hostname.replace(/^\[|\]$/g, '');
const hostOf = (text: string) => (URL.canParse(text) ? new URL(text).host : '');

/** A look-up cannot be broken off; it is waited for no longer. */
function before<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return new Promise((done, refuse) => {
    signal.addEventListener('abort', () => refuse(signal.reason as Error), { once: true });
    work.then(done, refuse);
  });
}

interface Way {
  url: URL;
  address: string;
  signal: AbortSignal;
}

function exchange(
  { method = 'GET', headers = {}, body, largestAnswer = defaultLargestAnswer }: OutboundCall,
  { url, address, signal }: Way,
): Promise<OutboundAnswer> {
  return new Promise((done, refuse) => {
    const host = bareHost(url);
    const send = url.protocol === 'https:' ? tlsRequest : plainRequest;
    const sent = send(
      {
        host: address,
        port: portOf(url),
        path: `${url.pathname}${url.search}`,
        method,
        headers: {
          ...headers,
          host: url.host,
          ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
        },
        // The certificate must be that of the name, not of the address; an address has no server name.
        servername: isIP(host) ? '' : host,
        agent: false,
        signal,
      },
      (answer) => {
        readAnswer(answer, { largestAnswer, host: url.host }).then(done, (error: Error) => {
          sent.destroy();
          refuse(error);
        });
      },
    );
    sent.on('error', refuse);
    sent.end(body);
  });
}

async function readAnswer(
  answer: IncomingMessage,
  { largestAnswer, host }: { largestAnswer: number; host: string },
): Promise<OutboundAnswer> {
  const status = answer.statusCode ?? 0;
  if (status >= 300 && status < 400) throw new OutboundRefused('redirect', host);
  if (Number(answer.headers['content-length'] ?? 0) > largestAnswer) throw new OutboundRefused('tooLarge', host);
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > largestAnswer) throw new OutboundRefused('tooLarge', host);
    pieces.push(piece);
  }
  return { status, headers: answer.headers, body: Buffer.concat(pieces) };
}

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address belongs to the internet at large: no loopback, private, link-local, shared, metadata or reserved one, nor one
 * that carries an IPv4 address of that kind within it.
 * @param text an address as a resolver gives it; anything else is not public
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  // ::ffff:127.0.0.1 is 127.0.0.1.
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(globalUnicast);
}
