// @databases both
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scratchDatabase } from '../../../../tests/support/scratch-database';
import type { Db } from '../../../platform/db/database';
import { addSpKey, spCertificates, spSigning } from './sp-keys';

let db: Db;
const none = () => db.deleteFrom('identity.saml_key').execute();
beforeAll(async () => {
  ({ db } = await scratchDatabase());
  await none();
});
afterAll(none);

const at = (day: number) => ({ db, secret: 'a secret of the tests', now: new Date(Date.UTC(2026, 0, 1 + day)) });

it('makes one key, however many ask at once, with a certificate of its own; and a further one on demand', async () => {
  const signings = await Promise.all([spSigning(at(0)), spSigning(at(0)), spCertificates(at(0))]);
  const first = await spSigning(at(1));
  expect(signings).toEqual([first, first, [first.certificate]]);
  const certificate = new X509Certificate(first.certificate);
  expect([
    certificate.checkPrivateKey(createPrivateKey(first.privateKey)),
    certificate.verify(certificate.publicKey),
    certificate.publicKey.asymmetricKeyDetails?.modulusLength,
  ]).toEqual([true, true, 2048]);
  expect([await addSpKey(at(2)), await addSpKey(at(3))]).toEqual([at(16).now, null]);
  const published = await spCertificates(at(3));
  expect([published.length, published[0]]).toEqual([2, first.certificate]);
  expect([
    (await spSigning(at(15))).certificate,
    (await spSigning(at(16))).certificate,
    await spCertificates(at(30)),
  ]).toEqual([published[0], published[1], [published[1]]]);
  await expect(spSigning({ ...at(1), secret: 'another' })).rejects.toThrow();
});
