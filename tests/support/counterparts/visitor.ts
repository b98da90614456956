import { request as send, type Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** Milliseconds until the whole answer was there. */
  ms: number;
}

export interface Asked {
  url: string;
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string;
  agent?: Agent;
  timeoutMs?: number;
}

/** One request over a real socket. @throws Error when the connection breaks or the answer takes longer than allowed. */
export function ask({ url, method = 'GET', headers = {}, body, agent, timeoutMs = 30_000 }: Asked): Promise<Answer> {
  const started = performance.now();
  return new Promise((done, refuse) => {
    const request = send(
      url,
      {
        method,
        headers: { ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }), ...headers },
        agent,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', refuse);
        response.once('end', () =>
          done({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString('utf8'),
            ms: performance.now() - started,
          }),
        );
      },
    );
    request.setTimeout(timeoutMs, () => request.destroy(new Error(`no answer within ${timeoutMs} ms`)));
    request.once('error', refuse);
    request.end(body);
  });
}

const cookiesOf = (headers: IncomingHttpHeaders) =>
  (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0] ?? '');

/** Signs in through the sign-in page. `origin` is what the server calls itself, where that is not `url`. @returns the Cookie header of the session */
export async function signInOver(
  url: string,
  {
    login,
    password = 'tare-demo-1234',
    origin = url,
    address,
  }: { login: string; password?: string; origin?: string; address?: string },
): Promise<string> {
  const proxied = address ? { 'x-forwarded-for': address } : {};
  const page = await ask({ url: `${url}/login`, headers: { accept: 'text/html', ...proxied } });
  const cookies = new Map(cookiesOf(page.headers).map((cookie) => [cookie.split('=')[0], cookie]));
  const token = /name="_csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const answer = await ask({
    url: `${url}/login`,
    method: 'POST',
    body: new URLSearchParams({ _csrf: token, username: login, password }).toString(),
    headers: {
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
      origin,
      'sec-fetch-site': 'same-origin',
      cookie: [...cookies.values()].join('; '),
      ...proxied,
    },
  });
  if (answer.status !== 303)
    throw new Error(`signing in as ${login} gave ${answer.status}: ${answer.text.slice(0, 200)}`);
  for (const cookie of cookiesOf(answer.headers)) cookies.set(cookie.split('=')[0], cookie);
  return [...cookies.values()].join('; ');
}

export interface Pace {
  /** Requests a second, sent whether or not earlier ones were answered. */
  rate: number;
  seconds: number;
  next(index: number): Asked;
  /** What counts as failed; any status from 400 on by default. */
  isFailed?(answer: Answer): boolean;
  /** Stops early. */
  signal?: AbortSignal;
}

export interface Paced {
  sent: number;
  failures: string[];
  /** Milliseconds, sorted. */
  latencies: number[];
}

/** Open-loop load: a slow server does not slow the asking, as real visitors would not. */
export async function pace({
  rate,
  seconds,
  next,
  isFailed = (answer) => answer.status >= 400,
  signal,
}: Pace): Promise<Paced> {
  const started = performance.now();
  const latencies: number[] = [];
  const failures: string[] = [];
  const open: Promise<void>[] = [];
  const total = Math.round(rate * seconds);
  let sent = 0;
  for (; sent < total && !signal?.aborted; sent += 1) {
    const wait = started + (sent * 1000) / rate - performance.now();
    if (wait > 1) await new Promise((later) => setTimeout(later, wait));
    const asked = next(sent);
    open.push(
      ask(asked).then(
        (answer) => {
          latencies.push(answer.ms);
          if (isFailed(answer)) failures.push(`${asked.method ?? 'GET'} ${asked.url}: ${answer.status}`);
        },
        (error: Error) => {
          failures.push(`${asked.method ?? 'GET'} ${asked.url}: ${error.message}`);
        },
      ),
    );
  }
  await Promise.all(open);
  return { sent, failures, latencies: latencies.sort((a, b) => a - b) };
}

/** The value below which the share of the sorted values lies. */
export const percentile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
