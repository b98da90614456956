import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SoftwareAuthenticator, type Wish } from '../../../../tests/support/counterparts/software-authenticator';
import { challengeOf, readRegistered, readSigned, relyingParty } from './ceremony';

const party = relyingParty({ publicUrl: 'https://tare.example.org', ownOrigins: ['https://tare.example.org'] });
const newChallenge = () => randomBytes(32).toString('base64url');
const creation = (challenge: string) => ({ challenge, rp: { id: party.id }, user: { id: 'AAAA' } });

const otherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

/** What is wrong, in the words of what finds it. */
const faults: [string, Wish, RegExp][] = [
  ['another origin', { origin: 'https://evil.test' }, /origin "https:\/\/evil\.test"/],
  ['our host without TLS', { origin: 'http://tare.example.org' }, /origin "http:/],
  ['our host at another port', { origin: 'https://tare.example.org:8443' }, /origin/],
  ['another relying party', { rpId: 'evil.test' }, /RP ID/],
  ['a part of our host', { rpId: 'example.org' }, /RP ID/],
  ['another challenge', { challenge: newChallenge() }, /challenge/],
  ['nobody verified', { userVerified: false }, /[Uu]ser verification/],
  ['nobody present', { userPresent: false }, /not present/],
  ['an answer to another question', { type: 'payment.get' }, /response type/],
];

it('is made for the public host and all origins of our own', () => {
  expect(
    relyingParty({
      publicUrl: 'http://localhost:3000',
      ownOrigins: ['http://localhost:3000', 'http://127.0.0.1:3000'],
    }),
  ).toEqual({ id: 'localhost', origins: ['http://localhost:3000', 'http://127.0.0.1:3000'] });
});

describe('a new passkey', () => {
  const made = (wish: Wish) => {
    const challenge = newChallenge();
    return { challenge, answer: new SoftwareAuthenticator(party.origins[0] ?? '').create(creation(challenge), wish) };
  };

  it('is read with its key and counter', async () => {
    const { challenge, answer } = made({ counter: 7 });
    const { publicKey, counter } = await readRegistered(answer, { challenge, party });
    expect([publicKey.length > 70, counter]).toEqual([true, 7]);
  });

  it.each(faults)('with %s is none', async (_what, wish, reason) => {
    const { challenge, answer } = made(wish);
    await expect(readRegistered(answer, { challenge, party })).rejects.toThrow(reason);
  });

  it('under another name than its own is none', async () => {
    const { challenge, answer } = made({});
    await expect(readRegistered({ ...answer, id: newChallenge() }, { challenge, party })).rejects.toThrow(
      'another credential',
    );
  });

  it.each(['packed', 'fido-u2f', 'apple', 'tpm', 'android-key', 'android-safetynet', 'unheard-of'])(
    'with a certificate in a statement of the form %s is not looked at',
    async (format) => {
      const { challenge, answer } = made({
        attestation: {
          format,
          statement: [
            ['alg', -7],
            ['sig', Buffer.alloc(70)],
            ['x5c', { list: [Buffer.alloc(40)] }],
          ],
        },
      });
      await expect(readRegistered(answer, { challenge, party })).rejects.toThrow(
        'an attestation that nobody asked for',
      );
    },
  );

  it.each(['', 'AA', 'oWNmbXQ', Buffer.from('not cbor at all').toString('base64url')])(
    'of the bytes %j is none',
    async (attestationObject) => {
      const { challenge, answer } = made({});
      await expect(
        readRegistered({ ...answer, response: { ...answer.response, attestationObject } }, { challenge, party }),
      ).rejects.toMatchObject({ name: 'BrokenProof' });
    },
  );
});

describe('a signature', () => {
  async function signed(wish: Wish) {
    const authenticator = new SoftwareAuthenticator(party.origins[0] ?? '');
    const first = newChallenge();
    const { publicKey } = await readRegistered(authenticator.create(creation(first)), { challenge: first, party });
    const challenge = newChallenge();
    return { challenge, publicKey, answer: authenticator.get({ challenge, rpId: party.id }, wish) };
  }

  it('is right, and says how often the device has signed', async () => {
    const { answer, ...expected } = await signed({ counter: 41 });
    expect(await readSigned(answer, { ...expected, party })).toBe(41);
  });

  it.each<[string, Wish, RegExp]>([...faults, ['another key', { key: otherKey }, /^signature$/]])(
    'with %s is refused',
    async (_what, wish, reason) => {
      const { answer, ...expected } = await signed(wish);
      await expect(readSigned(answer, { ...expected, party })).rejects.toThrow(reason);
    },
  );

  it.each(['authenticatorData', 'clientDataJSON'] as const)('over other %s is refused', async (part) => {
    const { answer, ...expected } = await signed({});
    const other = await signed({ challenge: expected.challenge, counter: 9 });
    const bytes = Buffer.from(other.answer.response[part], 'base64url');
    const changed = part === 'clientDataJSON' ? Buffer.from(bytes.toString().replace('{', '{ ')) : bytes;
    await expect(
      readSigned(
        { ...answer, response: { ...answer.response, [part]: changed.toString('base64url') } },
        { ...expected, party },
      ),
    ).rejects.toThrow(/^signature$/);
  });
});

describe('the challenge in client data', () => {
  const data = (value: unknown) =>
    Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
  const challenge = newChallenge();

  it('is read', () => {
    expect(
      challengeOf(
        data({ type: 'webauthn.get', challenge, origin: 'https://tare.example.org', crossOrigin: false, other: 1 }),
      ),
    ).toBe(challenge);
  });

  it.each([
    ['a page in somebody else’s', { challenge, crossOrigin: true }],
    ['no challenge', {}],
    ['a short one', { challenge: 'AAAA' }],
    ['a long one', { challenge: `${challenge}A` }],
    ['one of another type', { challenge: [challenge] }],
    ['no JSON', '{'],
    ['null', null],
  ])('is none with %s', (_what, value) => {
    expect(() => challengeOf(data(value))).toThrow('without a challenge of ours');
  });
});
