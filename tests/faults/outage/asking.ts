import { randomUUID } from 'node:crypto';
import { features } from '../../../server/features';
import { addressOf } from '../../../server/platform/http/surface';
import { ask, type Answer, type Asked } from '../../support/counterparts/visitor';
import type { Finding } from '../fault';

/** Every page and call of the features that asks who somebody is, with made-up ids. */
const guarded = features
  .flatMap((feature) => feature.routes)
  .filter((route) => route.access !== 'public' && route.access !== 'device')
  .map((route) => ({
    kind: route.kind,
    method: route.method.toUpperCase(),
    path: addressOf(route).replace(/:\w+/g, '1'),
  }));

const atOnce = 8;

export const asPerson = (url: string, path: string, cookie: string): Asked => ({
  url: `${url}${path}`,
  headers: { accept: 'text/html', cookie },
  timeoutMs: 10_000,
});

/** What is wrong with an answer that should say in the promised shape that a store is away. */
export function notAway(answer: Answer, kind: 'page' | 'call'): string | null {
  if (answer.status !== 503) return `status ${answer.status}`;
  if (!(Number(answer.headers['retry-after']) > 0)) return 'no Retry-After';
  if (answer.headers['set-cookie']?.some((cookie) => /session/.test(cookie))) return 'touches the session cookie';
  if (/\n\s+at /.test(answer.text)) return 'shows a stack';
  if (kind === 'page')
    return /html/.test(String(answer.headers['content-type'])) &&
      answer.text.includes(String(answer.headers['x-request-id']))
      ? null
      : 'no page';
  const body = JSON.parse(answer.text) as { code?: string; message?: string; requestId?: string };
  return body.code === 'unavailable' && body.message && body.requestId
    ? null
    : `a body of another shape: ${answer.text.slice(0, 100)}`;
}

/** Asks for everything while a store is away: a figure for the slowest answer, and one for those that were not the promised 503. */
export async function sweep(url: string, cookie: string, what: string): Promise<Finding[]> {
  const wrong: string[] = [];
  let slowest = 0;
  const left = [...guarded];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let route = left.shift(); route; route = left.shift()) {
        const { kind, method, path } = route;
        const json =
          kind === 'call'
            ? { accept: 'application/json', 'content-type': 'application/json' }
            : { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
        const body = method === 'GET' ? undefined : kind === 'call' ? '{}' : 'a=1';
        const reason = await ask({
          url: `${url}${path}`,
          method,
          headers: { ...json, cookie, origin: url },
          body,
          timeoutMs: 10_000,
        }).then(
          (answer) => {
            slowest = Math.max(slowest, answer.ms);
            return notAway(answer, kind);
          },
          (error: Error) => error.message,
        );
        if (reason) wrong.push(`${method} ${path}: ${reason}`);
      }
    }),
  );
  return [
    {
      what: `${what}: of ${guarded.length} pages and calls, not answered with the promised 503`,
      figure: wrong.length === 0 ? '0' : `${wrong.length} (${wrong.slice(0, 3).join('; ')})`,
      bar: '0',
      held: wrong.length === 0,
    },
    {
      what: `${what}: slowest answer`,
      figure: `${Math.round(slowest)} ms`,
      bar: '1000 ms',
      held: slowest <= 1_000,
      timed: true,
    },
  ];
}

/** Asks again and again. @returns milliseconds until the answer was right */
export async function untilRight(
  asked: Asked,
  isRight: (answer: Answer) => boolean,
  withinMs = 20_000,
): Promise<number> {
  const started = performance.now();
  for (;;) {
    const answer = await ask({ timeoutMs: 3_000, ...asked }).catch(() => null);
    if (answer && isRight(answer)) return performance.now() - started;
    if (performance.now() - started > withinMs) return Number.POSITIVE_INFINITY;
    await new Promise((later) => setTimeout(later, 20));
  }
}

export const statusOf = (asked: Asked) =>
  ask({ timeoutMs: 5_000, ...asked }).then(
    ({ status }) => status,
    () => 0,
  );

export const isFine = ({ status }: Answer) => status === 200;

export const within = (what: string, ms: number, most: number): Finding => ({
  what,
  figure: Number.isFinite(ms) ? `${Math.round(ms)} ms` : 'never',
  bar: `${most} ms`,
  held: ms <= most,
  timed: Number.isFinite(ms),
});

export const same = (what: string, figure: string | number, bar: string | number): Finding => ({
  what,
  figure: String(figure),
  bar: String(bar),
  held: String(figure) === String(bar),
});

/** A batch, as a scale sends it. */
export function batch(url: string, deviceKey: string, rows = 1): Asked {
  const occurredAt = new Date(Date.now() - 3_600_000).toISOString();
  const events = Array.from({ length: rows }, () => ({
    clientEventUuid: randomUUID(),
    occurredAt,
    wasteStageId: 8,
    grossWeight: 1,
    unit: 'kg',
  }));
  return {
    url: `${url}/rest/v1/waste-events`,
    method: 'POST',
    timeoutMs: 30_000,
    body: JSON.stringify({ events }),
    headers: { 'content-type': 'application/json', accept: 'application/json', authorization: `Bearer ${deviceKey}` },
  };
}
