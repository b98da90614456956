import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../config';
import { createOutbound, isPublicAddress, type OutboundCall } from './outbound';

const answers: Record<string, RequestListener> = {
  '/ok': (request, response) => {
    request
      .resume()
      .on('end', () => response.end(JSON.stringify({ host: request.headers.host, method: request.method })));
  },
  '/moved': (_request, response) => {
    response.writeHead(302, { location: '/ok' }).end();
  },
  '/large': (_request, response) => {
    response.setHeader('content-length', 2_000);
    response.end(Buffer.alloc(2_000));
  },
  '/endless': (_request, response) => {
    for (let n = 0; n < 100; n += 1) response.write(Buffer.alloc(1_000));
  },
  '/silent': () => undefined,
  '/drips': (_request, response) => {
    const timer = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(timer));
  },
};

let port: number;
const seen: string[] = [];
const trap = createServer((request, response) => {
  seen.push(request.url ?? '');
  answers[request.url ?? '']?.(request, response);
});

beforeAll(async () => {
  trap.listen(0, '127.0.0.1');
  await once(trap, 'listening');
  port = (trap.address() as AddressInfo).port;
});
afterAll(() => {
  trap.closeAllConnections();
  trap.close();
});

const guarded = createOutbound({ allow: [] });
const allowing = () =>
  createOutbound({ allow: [`127.0.0.1:${port}`, `peer.test:${port}`], resolve: async () => ['127.0.0.1'] });
const toTrap = (path: string, call: Partial<OutboundCall> = {}) =>
  allowing().call({ url: `http://127.0.0.1:${port}${path}`, ...call });

describe('a call that nothing allows', () => {
  // ASVS V1.3.6
  // Attack: SSRF
  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '１２７.0.0.1',
    '0.0.0.0',
    '[::]',
    'localhost',
    'LOCALHOST.',
    '169.254.169.254',
  ])('does not reach %s', async (host) => {
    const before = seen.length;
    const url = `https://${host}:${port}/ok`;
    await expect(guarded.call({ url })).rejects.toMatchObject({
      fault: host.toLowerCase().startsWith('localhost.') ? expect.stringMatching(/private|unknownHost/) : 'private',
    });
    await expect(guarded.call({ url: url.replace('https', 'http') })).rejects.toMatchObject({ fault: 'scheme' });
    expect(seen.length).toBe(before);
  });

  it.each([
    ['ftp://example.org/', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['not an address', 'address'],
    ['https://kim:secret@example.org/', 'address'],
  ])('refuses %s', async (url, fault) => {
    expect(guarded.faultOf(url)).toBe(fault);
    await expect(guarded.call({ url })).rejects.toMatchObject({ fault });
  });

  // ASVS V1.3.6
  // Attack: SSRF
  it('refuses a name of which any address is private, and says the host alone', async () => {
    const mixed = createOutbound({ allow: [], resolve: async () => ['93.184.215.14', '10.0.0.7'] });
    await expect(mixed.call({ url: 'https://mixed.test/secret-path' })).rejects.toThrow(
      /^outbound call to mixed\.test: private$/,
    );
  });

  it('an exception counts for its own port alone', async () => {
    await expect(
      allowing().call({ url: `http://127.0.0.1:${port === 65535 ? 1 : port + 1}/ok` }),
    ).rejects.toMatchObject({ fault: 'scheme' });
  });
});

describe('a call that OUTBOUND_ALLOW names', () => {
  it('reaches its server, by every spelling of the address', async () => {
    const { outboundAllow } = readConfig({ OUTBOUND_ALLOW: `127.0.0.1:${port}, localhost:1` });
    const outbound = createOutbound({ allow: outboundAllow });
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1']) {
      const { status, body } = await outbound.call({ url: `http://${host}:${port}/ok`, method: 'POST', body: 'text' });
      expect([status, JSON.parse(body.toString())]).toEqual([200, { host: `127.0.0.1:${port}`, method: 'POST' }]);
    }
  });

  // ASVS V1.3.6
  // Attack: SSRF
  it('looks a name up once and connects to what it found, keeping the name', async () => {
    let asked = 0;
    const rebinding = createOutbound({
      allow: [`peer.test:${port}`],
      resolve: async () => [(asked += 1) === 1 ? '127.0.0.1' : '10.255.255.1'],
    });
    const { body } = await rebinding.call({ url: `http://peer.test:${port}/ok` });
    expect([asked, JSON.parse(body.toString())]).toEqual([1, { host: `peer.test:${port}`, method: 'GET' }]);
  });

  // ASVS V1.3.6
  // Attack: SSRF
  it('does not follow a redirect', async () => {
    const before = seen.length;
    await expect(toTrap('/moved')).rejects.toMatchObject({ fault: 'redirect' });
    expect(seen.slice(before)).toEqual(['/moved']);
  });

  // Attack: SSRF
  it.each(['/large', '/endless'])('stops at the largest answer: %s', async (path) => {
    await expect(toTrap(path, { largestAnswer: 1_500 })).rejects.toMatchObject({ fault: 'tooLarge' });
  });

  // Attack: SSRF
  it.each(['/silent', '/drips'])('stops after its time: %s', async (path) => {
    await expect(toTrap(path, { timeoutMs: 100 })).rejects.toMatchObject({ fault: 'tooSlow' });
  });

  it('stops when its caller does', async () => {
    const abort = new AbortController();
    const calling = toTrap('/silent', { signal: abort.signal });
    abort.abort(new Error('the process ends'));
    await expect(calling).rejects.toThrow('the process ends');
  });
});

it('the first answer of a name decides: a public one that becomes private is never asked for again', async () => {
  let asked = 0;
  const rebinding = createOutbound({
    allow: [],
    resolve: async () => [(asked += 1) === 1 ? '10.0.0.7' : '93.184.215.14'],
  });
  await expect(rebinding.call({ url: 'https://rebinding.test/' })).rejects.toMatchObject({ fault: 'private' });
  expect(asked).toBe(1);
});

// Attack: SSRF
it.each([
  ['93.184.215.14', true],
  ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', true],
  ['127.0.0.1', false],
  ['127.8.9.10', false],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['172.31.255.255', false],
  ['192.168.0.1', false],
  ['169.254.169.254', false],
  ['100.100.100.200', false],
  ['192.0.0.192', false],
  ['198.18.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['240.0.0.1', false],
  ['::1', false],
  ['::', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:a9fe:a9fe', false],
  ['::127.0.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['2001:0:7f00:1::', false],
  ['fe80::1', false],
  ['fec0::1', false],
  ['fd00:ec2::254', false],
  ['ff02::1', false],
  ['2001:db8::1', false],
  ['localhost', false],
  ['', false],
])('%s: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});
