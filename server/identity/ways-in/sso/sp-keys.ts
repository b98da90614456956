// The certificate library does not load without it.
import 'reflect-metadata';
import { randomBytes, randomUUID, webcrypto } from 'node:crypto';
import { X509CertificateGenerator } from '@peculiar/x509';
import { exportPKCS8 } from 'jose';
import type { Db } from '../../../platform/db/database';
import { installationSecrets } from '../../core/secrets/installation-secrets';
import { certificateYears, publishedSpKeys, signingSpKey } from './sp-key.rules';
import { keepSpKey, listSpKeys, type SpKey } from './sp-key.store';

const purpose = 'key of SAML messages';
const algorithm = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2048,
};
const yearMs = 365.25 * 86_400_000;
/** A further key stands for days before it signs (`nextSpKeyFrom`), so a node that looks once a minute misses none. */
const lookEveryMs = 60_000;

interface Dependencies {
  db: Db;
  /** The installation's. */
  secret: string;
  now: Date;
}

/** What messages to identity providers are signed with. */
export interface SpSigning {
  /** PEM (PKCS #8). */
  privateKey: string;
  /** PEM. */
  certificate: string;
}

/** The key that signs now; the installation's first is made when it is first asked for. Must not be used within a transaction. */
export async function spSigning(needs: Dependencies): Promise<SpSigning> {
  const key = signingSpKey(await recentSpKeys(needs), needs.now);
  if (!key) throw new Error('there is no key to sign SAML messages with');
  return {
    privateKey: installationSecrets(needs.secret).open(purpose, key.sealedPrivate),
    certificate: key.certificate,
  };
}

/** PEM certificates by which providers know this installation's messages, while a key changes that of the next among them. */
export async function spCertificates(needs: Dependencies): Promise<string[]> {
  return publishedSpKeys(await spKeys(needs), needs.now).map(({ certificate }) => certificate);
}

/** Makes a further key, which stands in the metadata at once. @returns from when it signs; null where one is on its way already */
export async function addSpKey(needs: Dependencies): Promise<Date | null> {
  await spKeys(needs);
  return keepSpKey(needs.db, await makeKey(needs), { now: needs.now, wanted: 'further' });
}

const looked = new WeakMap<Db, { at: number; keys: SpKey[] }>();

async function recentSpKeys(needs: Dependencies): Promise<SpKey[]> {
  const at = needs.now.getTime();
  const last = looked.get(needs.db);
  if (last && Math.abs(at - last.at) < lookEveryMs) return last.keys;
  const keys = await spKeys(needs);
  looked.set(needs.db, { at, keys });
  return keys;
}

async function spKeys(needs: Dependencies): Promise<SpKey[]> {
  const kept = await listSpKeys(needs.db);
  if (kept.length > 0) return kept;
  // Of several nodes that make one at once, one keeps its own.
  await keepSpKey(needs.db, await makeKey(needs), { now: needs.now, wanted: 'first' });
  return listSpKeys(needs.db);
}

async function makeKey({
  secret,
  now,
}: Dependencies): Promise<Pick<SpKey, 'certificate' | 'sealedPrivate'> & { id: string }> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    // 16 octets that begin with a bit of zero: a positive number (RFC 5280, section 4.1.2.2).
    serialNumber: `40${randomBytes(15).toString('hex')}`,
    name: 'CN=Tare',
    notBefore: now,
    notAfter: new Date(now.getTime() + certificateYears * yearMs),
    signingAlgorithm: algorithm,
    keys,
  });
  return {
    id: randomUUID(),
    certificate: certificate.toString('pem').trim(),
    sealedPrivate: installationSecrets(secret).seal(purpose, await exportPKCS8(keys.privateKey)),
  };
}
