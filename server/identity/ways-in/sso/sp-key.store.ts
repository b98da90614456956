import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import { nextSpKeyFrom, type SpKeyTimes } from './sp-key.rules';

export interface SpKey extends SpKeyTimes {
  /** PEM. */
  certificate: string;
  sealedPrivate: Buffer;
}

export async function listSpKeys(db: Db | Trx): Promise<SpKey[]> {
  const rows = await db.selectFrom('identity.saml_key').selectAll().orderBy('signs_from').execute();
  return rows.map((row) => ({
    certificate: row.certificate,
    sealedPrivate: row.sealed_private,
    signsFrom: row.signs_from,
  }));
}

/** Keeps a key, unless there is one already that is `wanted` by nobody else. @returns from when it signs; null where another came first */
export async function keepSpKey(
  db: Db,
  key: Pick<SpKey, 'certificate' | 'sealedPrivate'> & { id: string },
  { now, wanted }: { now: Date; wanted: 'first' | 'further' },
): Promise<Date | null> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('identity.saml_key'))`.execute(trx);
    const kept = await listSpKeys(trx);
    const signsFrom = wanted === 'first' && kept.length > 0 ? null : nextSpKeyFrom(kept, now);
    if (signsFrom === null) return null;
    await trx
      .insertInto('identity.saml_key')
      .values({
        id: key.id,
        certificate: key.certificate,
        sealed_private: key.sealedPrivate,
        created_at: now,
        signs_from: signsFrom,
      })
      .execute();
    return signsFrom;
  });
}
