import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { TestDirectory } from '../directory';

/** One request of a directory. `{name}` stands for what an earlier answer was `kept` by, `{mark}` for a word of the run's own. */
export interface Step {
  /** As in the request line, without the address of the connection and with signs as people write them. */
  asks: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
  body?: object;
  headers?: Record<string, string>;
  status: number;
  /** What the answer holds, beside whatever else. */
  shows?: object;
  /** Of the answer: names that it has not. */
  lacks?: readonly string[];
  /** Keeps the id of the answer under this name. */
  keeps?: string;
}

export interface Sequence {
  what: string;
  /** Where it was published. */
  source: string;
  steps: readonly Step[];
}

const methods = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;

/** Values that stand in a table as they are: what an answer says of them is not known before. */
export const some = { text: expect.any(String) as string, number: expect.any(Number) as number };

/** Sends the steps one after the other, and fails at the first whose answer is another one. @param domain of the people's addresses */
export async function replay(
  { send }: Pick<TestDirectory, 'send'>,
  { steps }: Sequence,
  domain: string,
): Promise<void> {
  const kept = new Map([
    ['mark', randomUUID().slice(0, 8)],
    ['domain', domain],
  ]);
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (whole, name: string) => kept.get(name) ?? whole);
  const said = (value: unknown): unknown => {
    if (typeof value === 'string') return filled(value);
    if (Array.isArray(value)) return value.map(said);
    if (typeof value !== 'object' || value === null || 'asymmetricMatch' in value) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [filled(name), said(one)]));
  };
  for (const [at, { asks, body, headers, status, shows, lacks = [], keeps }] of steps.entries()) {
    const [method, ...rest] = asks.split(' ') as [keyof typeof methods, ...string[]];
    const where = `${at + 1}: ${asks}`;
    const path = encodeURI(filled(rest.join(' '))).replaceAll('+', '%2B');
    const answer = await send(methods[method], path, said(body) as object | undefined, headers);
    expect([where, answer.status, answer.status === status ? null : answer.body]).toEqual([where, status, null]);
    if (shows) expect({ where, ...answer.body }).toMatchObject({ where, ...(said(shows) as object) });
    for (const name of lacks) expect([where, answer.body]).not.toHaveProperty(['1', name]);
    if (keeps) kept.set(keeps, String(answer.body.id));
  }
}
