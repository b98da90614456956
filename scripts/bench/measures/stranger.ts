import { request } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { inFolder } from '../../../tests/support/in-folder';
import { declaredRoutes } from '../../../tests/support/declared-routes';
import { fullOrganisation, pathIn } from '../../../tests/support/full-organisation';
import { startTare, type TareProcess } from '../../../tests/support/counterparts/tare-process';
import { openBench } from '../kitchens';
import { milliseconds, type Figure, type Measure, type Tools } from '../measure';

const barMs = 100;
/** The shortest of them counts: the others may have waited for another program's turn on the processor. */
const tries = 3;

/** Runs inside the server: the longest hold of its event loop since the last signal. */
const ticker = `data:text/javascript,${encodeURIComponent(`
import { monitorEventLoopDelay } from 'node:perf_hooks';
const delay = monitorEventLoopDelay({ resolution: 2 });
delay.enable();
process.on('SIGUSR2', () => { process.stderr.write('HOLD ' + delay.max / 1e6 + '\\n'); delay.reset(); });
`)}`;

interface Attack {
  name: string;
  type?: string;
  encoding?: string;
  query?: string;
  body: Buffer;
}

const times = (count: number, part: (at: number) => string, between = '') => Array.from({ length: count }, (_, at) => part(at)).join(between);
const json = (name: string, text: string): Attack => ({ name, type: 'application/json', body: Buffer.from(text) });
const form = (name: string, text: string): Attack => ({ name, type: 'application/x-www-form-urlencoded', body: Buffer.from(text) });
const packed = (encoding: string, body: Buffer): Attack => ({ name: `${encoding} bomb`, type: 'application/json', encoding, body });
const parts = (count: number) => times(count, (at) => `--x\r\ncontent-disposition: form-data; name="k${at}"\r\n\r\nv\r\n`);
const bomb = Buffer.concat([Buffer.from('{"a":"'), Buffer.alloc(30_000_000, 'a'), Buffer.from('"}')]);

const attacks: Attack[] = [
  json('300 KB of unknown keys', `{${times(20_000, (at) => `"key${at}":${at}`, ',')}}`),
  json('15 KB of unknown keys', `{${times(1_200, (at) => `"key${at}":${at}`, ',')}}`),
  json('arrays in arrays', '['.repeat(100_000) + ']'.repeat(100_000)),
  json('objects in objects', '{"a":'.repeat(2_500) + '1' + '}'.repeat(2_500)),
  json('a long list of wrong events', `{"events":[${times(9_000, () => '{"a":1}', ',')}]}`),
  json('a text of 4 MB', `{"username":"${'ä'.repeat(2_000_000)}"}`),
  json('not UTF-8', '{"username":"\u0000\ud800"}'),
  form('300 KB of form keys', times(30_000, (at) => `key${at}=${at}`, '&')),
  form('brackets in brackets', `a${'[b]'.repeat(5_000)}=1`),
  form('a password of 90 KB', `username=a&password=${'a1'.repeat(45_000)}`),
  packed('gzip', gzipSync(bomb)),
  packed('deflate', deflateSync(bomb)),
  packed('br', brotliCompressSync(bomb)),
  { name: 'a small gzip bomb', type: 'application/x-www-form-urlencoded', encoding: 'gzip', body: gzipSync(Buffer.from(times(100_000, (at) => `k${at % 10}=1`, '&'))) },
  { name: 'multipart of 20,000 parts', type: 'multipart/form-data; boundary=x', body: Buffer.from(`${parts(20_000)}--x--\r\n`) },
  { name: 'multipart without an end', type: 'multipart/form-data; boundary=x', body: Buffer.from(`--x\r\ncontent-disposition: form-data; name="f"; filename="f"\r\n\r\n${'\r\n--'.repeat(200_000)}`) },
  { name: 'an unknown charset', type: 'application/json; charset=utf-7', body: Buffer.from('{}') },
  { name: 'a query of 1,500 keys', query: times(1_500, (at) => `k${at}=${at}`, '&'), body: Buffer.alloc(0) },
  { name: 'a query in brackets', query: `a${'[b]'.repeat(3_000)}=1`, body: Buffer.alloc(0) },
  { name: 'a query of percent signs', query: `text=${'%C3'.repeat(4_000)}`, body: Buffer.alloc(0) },
];

export const stranger: Measure = {
  name: 'stranger',
  minutes: 5,
  run: (tools) => inFolder((dataDir) => attackIn(dataDir, tools)),
};

async function attackIn(dataDir: string, { say, quick }: Tools): Promise<Figure[]> {
  const bench = await openBench({ DATA_DIR: dataDir });
  const full = await fullOrganisation(bench, { mark: 'Attacked' });
  // Also what asks for a sign-in: nobody knows before the request was read who sent it.
  const routes = declaredRoutes(bench).filter(({ method, access }) => method !== 'get' || access === 'public');
  const targets = [...new Set(routes.map((route) => `${route.method} ${pathIn(full, route)}`))];
  await bench.close();
  const tare = await startTare({ dataDir, nodeArgs: ['--import', ticker], env: { RATE_LIMITS: 'off' } });
  try {
    await tare.ready();
    const holds: { what: string; ms: number }[] = [];
    for (const target of targets) for (const attack of quick ? attacks.slice(0, 3) : attacks) holds.push({ what: `${attack.name}, ${target}`, ms: await longestHold(tare, { target, attack }) });
    holds.sort((a, b) => b.ms - a.ms);
    for (const { what, ms } of holds.slice(0, 8)) say(`${milliseconds(ms)}: ${what}`);
    const worst = holds[0] ?? { what: '', ms: Number.NaN };
    return [{ what: `longest hold of the event loop by a stranger, ${holds.length} requests (${worst.what})`, ours: milliseconds(worst.ms), bar: `≤ ${barMs} ms`, met: worst.ms <= barMs }];
  } finally {
    await tare.stop();
  }
}

interface Shot {
  target: string;
  attack: Attack;
}

async function longestHold(tare: TareProcess, shot: Shot): Promise<number> {
  let shortest = Infinity;
  for (let at = 0; at < tries && (at === 0 || shortest > barMs / 4); at += 1) {
    await readHold(tare);
    await send(tare.url, shot);
    shortest = Math.min(shortest, await readHold(tare));
  }
  return shortest;
}

async function readHold({ child, said }: TareProcess): Promise<number> {
  const before = said().split('HOLD ').length;
  child.kill('SIGUSR2');
  while (said().split('HOLD ').length === before) {
    if (child.exitCode !== null) throw new Error(`the server ended\n${said().slice(-2_000)}`);
    await new Promise((later) => setTimeout(later, 3));
  }
  return Number(/HOLD ([\d.]+)\n[^H]*$/.exec(said())?.[1] ?? Number.NaN);
}

/** Whatever comes of it: an answer, a refusal in the middle, a closed connection. */
function send(url: string, { target, attack: { type, encoding, query, body } }: Shot): Promise<void> {
  const [method = '', path = ''] = target.split(' ');
  const headers = {
    accept: 'application/json', origin: url, 'sec-fetch-site': 'same-origin', 'content-length': body.length,
    ...(type ? { 'content-type': type } : {}), ...(encoding ? { 'content-encoding': encoding } : {}),
  };
  return new Promise((done) => {
    const asked = request(`${url}${path}${query ? `?${query}` : ''}`, { method, headers, agent: false }, (response) => { response.on('close', done).on('error', () => done()).resume(); });
    asked.setTimeout(20_000, () => asked.destroy()).on('error', () => done());
    asked.end(body);
  });
}
