import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** What a test may have an authenticator, or the browser before it, get wrong. */
export interface Wish {
  origin?: string;
  rpId?: string;
  crossOrigin?: boolean;
  type?: string;
  userVerified?: boolean;
  userPresent?: boolean;
  /** Instead of one more than at the last use. */
  counter?: number;
  challenge?: string;
  userHandle?: string;
  /** Signs with this key instead of the credential's. */
  key?: KeyObject;
  attestation?: { format: string; statement: CborMap };
}

export interface SoftCredential {
  id: string;
  privateKey: KeyObject;
  publicKey: Buffer;
  userHandle: string;
  rpId: string;
  counter: number;
}

interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string };
}

interface RequestOptions {
  challenge: string;
  rpId?: string | undefined;
}

type CborMap = [key: string | number, value: CborValue][];
type CborValue = string | number | Buffer | { map: CborMap } | { list: CborValue[] };

/** As much of CBOR (RFC 8949) as an authenticator writes. */
function cbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if ('list' in value) return Buffer.concat([head(4, value.list.length), ...value.list.map(cbor)]);
  return Buffer.concat([head(5, value.map.length), ...value.map.flatMap(([key, member]) => [cbor(key), cbor(member)])]);
}

function head(kind: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(kind << 5) | length]);
  if (length < 256) return Buffer.from([(kind << 5) | 24, length]);
  return Buffer.from([(kind << 5) | 25, length >> 8, length & 255]);
}

/** An authenticator in software, with the browser around it: ES256 keys, and no attestation unless a test wants one. */
export class SoftwareAuthenticator {
  readonly credentials: SoftCredential[] = [];
  /** Of the credential that is made next, where a test wants a certain one. */
  nextId: string | null = null;

  constructor(private readonly origin: string) {}

  /** What `navigator.credentials.create` gives. */
  create(
    options: CreationOptions,
    wish: Wish = {},
  ): { id: string; response: { clientDataJSON: string; attestationObject: string } } {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const point = (text: string) => Buffer.from(text, 'base64url');
    const cose = cbor({
      map: [
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, point(x)],
        [-3, point(y)],
      ],
    });
    const credential: SoftCredential = {
      id: this.nextId ?? randomBytes(20).toString('base64url'),
      privateKey,
      publicKey: cose,
      userHandle: options.user.id,
      rpId: options.rp.id,
      counter: wish.counter ?? 0,
    };
    const id = Buffer.from(credential.id, 'base64url');
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([id.length >> 8, id.length & 255]), id, cose]);
    const authData = authenticatorData({
      rpId: wish.rpId ?? credential.rpId,
      counter: credential.counter,
      wish,
      attested,
    });
    const { format, statement } = wish.attestation ?? { format: 'none', statement: [] };
    this.credentials.push(credential);
    return {
      id: credential.id,
      response: {
        clientDataJSON: this.clientData('webauthn.create', options.challenge, wish).toString('base64url'),
        attestationObject: cbor({
          map: [
            ['fmt', format],
            ['attStmt', { map: statement }],
            ['authData', authData],
          ],
        }).toString('base64url'),
      },
    };
  }

  /** What `navigator.credentials.get` gives, of the newest credential unless another is named. */
  get(options: RequestOptions, wish: Wish = {}, credential: SoftCredential | undefined = this.credentials.at(-1)) {
    if (!credential) throw new Error('nothing was made with this authenticator yet');
    credential.counter = wish.counter ?? credential.counter + 1;
    const authData = authenticatorData({
      rpId: wish.rpId ?? options.rpId ?? credential.rpId,
      counter: credential.counter,
      wish,
    });
    const clientData = this.clientData('webauthn.get', options.challenge, wish);
    const signature = sign(
      'sha256',
      Buffer.concat([authData, createHash('sha256').update(clientData).digest()]),
      wish.key ?? credential.privateKey,
    );
    const [clientDataJSON, authenticator] = [clientData.toString('base64url'), authData.toString('base64url')];
    return {
      id: credential.id,
      response: {
        clientDataJSON,
        authenticatorData: authenticator,
        signature: signature.toString('base64url'),
        userHandle: wish.userHandle ?? credential.userHandle,
      },
    };
  }

  private clientData(type: string, challenge: string, wish: Wish): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: wish.type ?? type,
        challenge: wish.challenge ?? challenge,
        origin: wish.origin ?? this.origin,
        crossOrigin: wish.crossOrigin ?? false,
      }),
    );
  }
}

interface AuthData {
  rpId: string;
  counter: number;
  wish: Wish;
  attested?: Buffer;
}

/** WebAuthn 3, 6.1. */
function authenticatorData({ rpId, counter, wish, attested }: AuthData): Buffer {
  const flags = (wish.userPresent === false ? 0 : 1) | (wish.userVerified === false ? 0 : 4) | (attested ? 64 : 0);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([
    createHash('sha256').update(rpId).digest(),
    Buffer.from([flags]),
    count,
    ...(attested ? [attested] : []),
  ]);
}
