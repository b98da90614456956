import type { JWK } from 'jose';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database';
import { keyToMake, type KeyTimes } from './key-schedule.rules';

export interface KeptKey extends KeyTimes {
  id: string;
  publicJwk: JWK;
  sealedPrivate: Buffer;
}

/** All that are still published, the newest first. */
export async function listKeys(db: Db, now: Date): Promise<KeptKey[]> {
  const rows = await db
    .selectFrom('identity.signing_key')
    .selectAll()
    .where('published_until', '>', now)
    .orderBy('signs_from', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    publicJwk: row.public_jwk as JWK,
    sealedPrivate: row.sealed_private,
    signsFrom: row.signs_from,
    signsUntil: row.signs_until,
    publishedUntil: row.published_until,
  }));
}

/** Keeps the key unless another node has just made one. */
export async function keepKey(
  db: Db,
  key: Pick<KeptKey, 'id' | 'publicJwk' | 'sealedPrivate'>,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('identity.signing_key'))`.execute(trx);
    const times = keyToMake(await listKeys(trx, now), now);
    if (!times) return;
    await trx
      .insertInto('identity.signing_key')
      .values({
        id: key.id,
        public_jwk: JSON.stringify(key.publicJwk),
        sealed_private: key.sealedPrivate,
        created_at: now,
        signs_from: times.signsFrom,
        signs_until: times.signsUntil,
        published_until: times.publishedUntil,
      })
      .execute();
  });
}
