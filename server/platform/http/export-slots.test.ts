import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import { createExportSlots } from './export-slots';

const owner = (person: number, organisation = 100 + person) => ({ person, organisation });

const turn = () => new Promise((done) => setImmediate(done));

async function* pieces(count: number, made?: { now: number; most: number }): AsyncGenerator<string> {
  for (let at = 0; at < count; at += 1) {
    if (made) made.most = Math.max(made.most, (made.now += 1));
    await turn();
    if (made) made.now -= 1;
    yield `${at};`;
  }
}

async function text(from: AsyncGenerator<string | Uint8Array>, into: string[]): Promise<void> {
  let all = '';
  for await (const piece of from) all += piece;
  into.push(all);
}

describe('exports at the same time', () => {
  it('are whole, and one piece of all of them is made at a time', async () => {
    const slots = createExportSlots({ all: 3, perPerson: 3, perOrganisation: 3 });
    const made = { now: 0, most: 0 };
    const texts: string[] = [];
    await Promise.all([1, 2, 3].map(() => slots.run(owner(1), pieces(5, made), (from) => text(from, texts))));
    expect(texts).toEqual(Array.from({ length: 3 }, () => '0;1;2;3;4;'));
    expect(made.most).toBe(1);
  });

  it('are refused beyond what a person and the process may have, and go on when one has ended', async () => {
    const slots = createExportSlots({ all: 2, perPerson: 1, perOrganisation: 2 });
    const texts: string[] = [];
    const first = slots.run(owner(1), pieces(3), (from) => text(from, texts));
    await expect(slots.run(owner(1), pieces(1), (from) => text(from, texts))).rejects.toMatchObject({
      status: 429,
      code: 'errors.tooManyExports',
    });
    const second = slots.run(owner(2), pieces(3), (from) => text(from, texts));
    await expect(slots.run(owner(3), pieces(1), (from) => text(from, texts))).rejects.toMatchObject({
      status: 503,
      code: 'errors.exportsBusy',
    });
    expect(() => slots.checkFree()).toThrow();
    await Promise.all([first, second]);
    await slots.run(owner(1), pieces(1), (from) => text(from, texts));
    expect(texts).toHaveLength(3);
  });

  it('of one organization leave slots for the others', async () => {
    const slots = createExportSlots({ all: 3, perPerson: 2, perOrganisation: 2 });
    const texts: string[] = [];
    const read = (person: number, organisation: number) =>
      slots.run(owner(person, organisation), pieces(2), (from) => text(from, texts));
    const underWay = [read(1, 7), read(2, 7)];
    await expect(read(3, 7)).rejects.toMatchObject({ status: 429, code: 'errors.tooManyExports' });
    await Promise.all([...underWay, read(4, 8)]);
    expect(texts).toHaveLength(3);
  });

  it('give their slot back when the reader is cut or a piece cannot be made', async () => {
    const slots = createExportSlots({ all: 1, perPerson: 1, perOrganisation: 1 });
    let ended = 0;
    async function* endless(): AsyncGenerator<string> {
      try {
        for (;;) {
          await turn();
          yield 'x'.repeat(100_000);
        }
      } finally {
        ended += 1;
      }
    }
    const failures: string[] = [];
    const server = createServer((_request, response) => {
      slots
        .run(owner(1), endless(), (from) => pipeline(from, response))
        .catch((error: { code?: string }) => failures.push(error.code ?? ''));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const reader = connect((server.address() as AddressInfo).port, '127.0.0.1');
    reader.write('GET / HTTP/1.1\r\nHost: tare.test\r\n\r\n');
    await once(reader, 'data');
    reader.pause();
    server.closeAllConnections();
    server.close();
    await expect.poll(() => [failures, ended]).toEqual([['ERR_STREAM_PREMATURE_CLOSE'], 1]);
    reader.destroy();

    async function* broken(): AsyncGenerator<string> {
      yield 'a';
      throw new Error('the database went away');
    }
    await expect(slots.run(owner(1), broken(), (from) => text(from, []))).rejects.toThrow('went away');
    expect(() => slots.checkFree()).not.toThrow();
  });
});
