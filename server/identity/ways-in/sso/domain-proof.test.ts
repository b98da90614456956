import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nameServer, type NameServer } from '../../../../tests/support/counterparts/name-server';
import { createDomainProofs } from './domain-proof';

let server: NameServer;
beforeAll(async () => {
  server = await nameServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.failing = false;
});

describe('the TXT records of a domain', () => {
  it.each([
    ['this text alone', [['proof']], 'found'],
    ['this text among others', [['v=spf1 -all'], ['proof'], ['other']], 'found'],
    ['this text in pieces', [['pro', 'of']], 'found'],
    ['another text', [['proof of something else']], 'missing'],
    ['this text within another', [['say proof']], 'missing'],
    ['no record', [], 'missing'],
  ] as const)('%s', async (_what, records, expected) => {
    server.records.set(
      'example.org',
      records.map((record) => [...record]),
    );
    expect(await createDomainProofs([server.address]).look('example.org', 'proof')).toBe(expected);
  });

  it('of a domain that there is not are missing; of a server that fails, unknown', async () => {
    const proofs = createDomainProofs([server.address]);
    expect(await proofs.look('nowhere.example', 'proof')).toBe('missing');
    server.failing = true;
    expect(await proofs.look('example.org', 'proof')).toBe('unknown');
  });
});
