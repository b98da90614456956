import { randomUUID } from 'node:crypto';
import {
  errors,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  importJWK,
  importPKCS8,
  jwtVerify,
  SignJWT,
  type CryptoKey,
  type JWK,
  type JWTPayload,
  type JWTVerifyOptions,
} from 'jose';
import type { Db } from '../../../platform/db/database';
import type { InstallationSecrets } from '../secrets/installation-secrets';
import { keyToMake, signingKeyAt, type KeyTimes } from './key-schedule.rules';
import { keepKey, listKeys, type KeptKey } from './signing-key.store';

export const algorithm = 'RS256';
const purpose = 'signing key';
/** A key of another node is known after this at the latest, by its name at once. */
const lookAgainMs = 60_000;
/** A stranger's invented key names do not make us ask the database each time. */
const unknownEveryMs = 5_000;

interface OpenKey extends KeyTimes {
  id: string;
  publicJwk: JWK;
  publicKey: CryptoKey;
  privateKey: CryptoKey;
}

export interface KeyRing {
  /** @returns a token of these claims, for us unless they name another audience; `type` is that of its header */
  sign(claims: JWTPayload, now: Date, type?: string): Promise<string>;
  /** The claims of a token that one of our keys signed, for us, and that has not expired; null for any other. */
  verify(token: string, now: Date): Promise<JWTPayload | null>;
  /** The same of one for whatever audience: whose it must be is for the caller to say. */
  verifyForAny(token: string, now: Date): Promise<JWTPayload | null>;
  /** The same of one that may have been for somebody else and may have expired: it says who was signed in, and opens nothing. */
  read(token: string, now: Date): Promise<JWTPayload | null>;
  /** The public keys, that which signs first. */
  published(now: Date): Promise<JWK[]>;
}

interface RingOptions {
  db: Db;
  secrets: InstallationSecrets;
  issuer: string;
  audience: string;
}

/** The installation's signing keys: made when they are needed, shared by all nodes through the database. Must not be used within a transaction. */
export function createKeyRing({ db, secrets, issuer, audience }: RingOptions): KeyRing {
  let keys: OpenKey[] = [];
  let lookedAt = -Infinity;
  let looking: Promise<OpenKey[]> | undefined;

  async function open({ sealedPrivate, ...key }: KeptKey): Promise<OpenKey> {
    const known = keys.find(({ id }) => id === key.id);
    if (known) return known;
    const privateKey = await importPKCS8(secrets.open(purpose, sealedPrivate), algorithm);
    return { ...key, privateKey, publicKey: (await importJWK(key.publicJwk, algorithm)) as CryptoKey };
  }

  async function look(now: Date): Promise<OpenKey[]> {
    let kept = await listKeys(db, now);
    if (keyToMake(kept, now)) {
      await keepKey(db, await makeKey(secrets), now);
      kept = await listKeys(db, now);
    }
    keys = await Promise.all(kept.map(open));
    lookedAt = performance.now();
    return keys;
  }

  const lookOnce = (now: Date) => (looking ??= look(now).finally(() => (looking = undefined)));
  const isStale = (now: Date) => performance.now() - lookedAt > lookAgainMs || !signingKeyAt(keys, now);
  const current = (now: Date) => (isStale(now) ? lookOnce(now) : Promise.resolve(keys));

  async function publicKeyOf(kid: string | undefined, now: Date): Promise<CryptoKey> {
    const among = (list: readonly OpenKey[]) => list.find(({ id }) => id === kid);
    const known =
      among(await current(now)) ??
      (performance.now() - lookedAt > unknownEveryMs ? among(await lookOnce(now)) : undefined);
    if (!known || known.publishedUntil <= now) throw new errors.JWKSNoMatchingKey();
    return known.publicKey;
  }

  /** The claims of what one of our keys signed. */
  async function claimsOf(token: string, now: Date, options: JWTVerifyOptions): Promise<JWTPayload | null> {
    try {
      const { payload } = await jwtVerify(token, ({ kid }) => publicKeyOf(kid, now), {
        algorithms: [algorithm],
        issuer,
        ...options,
      });
      return payload;
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  }

  return {
    async sign(claims, now, type = 'JWT') {
      const key = signingKeyAt(await current(now), now);
      if (!key) throw new Error('there is no key to sign with');
      return new SignJWT(claims)
        .setProtectedHeader({ alg: algorithm, typ: type, kid: key.id })
        .setIssuer(issuer)
        .setAudience(claims.aud ?? audience)
        .sign(key.privateKey);
    },

    verify: (token, now) => claimsOf(token, now, { audience, currentDate: now, requiredClaims: ['exp', 'iat', 'sub'] }),
    verifyForAny: (token, now) =>
      claimsOf(token, now, { currentDate: now, requiredClaims: ['exp', 'iat', 'sub', 'aud'] }),

    // The beginning of time: nothing has expired then.
    read: (token, now) => claimsOf(token, now, { currentDate: new Date(0), requiredClaims: ['iat', 'sub'] }),

    async published(now) {
      const all = await current(now);
      const signing = signingKeyAt(all, now);
      return [...all.filter((key) => key === signing), ...all.filter((key) => key !== signing)].map(
        ({ publicJwk }) => publicJwk,
      );
    },
  };
}

async function makeKey(secrets: InstallationSecrets): Promise<Pick<KeptKey, 'id' | 'publicJwk' | 'sealedPrivate'>> {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { modulusLength: 2048, extractable: true });
  const id = randomUUID();
  return {
    id,
    publicJwk: { ...(await exportJWK(publicKey)), kid: id, alg: algorithm, use: 'sig' },
    sealedPrivate: secrets.seal(purpose, await exportPKCS8(privateKey)),
  };
}
