import { Readable } from 'node:stream';
import type { Request } from 'express';
import { describe, expect, it } from 'vitest';
import { bodyReader } from './read-body';

/** Posts it to a public route. @returns what was read, or the status of the refusal */
function sent(body: Buffer, charset?: string): Promise<unknown> {
  const headers = {
    'content-type': `application/json${charset === undefined ? '' : `; charset=${charset}`}`,
    'content-length': String(body.length),
  };
  const request = Object.assign(Readable.from([body]), { headers }) as unknown as Request;
  return bodyReader()(request, { access: 'public' }, false).then(
    ({ raw }) => raw,
    ({ status }: { status?: number }) => status,
  );
}

const deep = `{"a":"\\"","b":${'['.repeat(500)}${']'.repeat(500)}}`;
const inUtf7 = (text: string) => text.replaceAll('[', '+AFs-').replaceAll(']', '+AF0-');

describe('JSON of very many levels', () => {
  it.each([
    ['of no charset', undefined],
    ['in UTF-8', 'UTF-8'],
  ])('is refused, and other JSON read: %s', async (_name, charset) => {
    expect([await sent(Buffer.from(deep), charset), await sent(Buffer.from('{"a":["é"]}'), charset)]).toEqual([
      400,
      { a: ['é'] },
    ]);
  });

  it.each([
    ['utf-16', Buffer.from(deep, 'utf16le')],
    ['utf-16le', Buffer.from(deep, 'utf16le')],
    ['utf-7', Buffer.from(inUtf7(deep))],
  ])('is hidden by no charset: %s', async (charset, body) => {
    expect(await sent(body, charset)).toBe(415);
  });
});
