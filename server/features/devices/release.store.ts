import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';

interface OfDevice {
  organisationId: number;
  deviceId: number;
}

export interface Release {
  releasedAt: Date;
  expiresAt: Date;
  claimedAt: Date | null;
}

export async function findRelease(db: Db | Trx, { organisationId, deviceId }: OfDevice): Promise<Release | null> {
  const row = await db
    .selectFrom('device_release')
    .select(['released_at as releasedAt', 'expires_at as expiresAt', 'claimed_at as claimedAt'])
    .where('organisation_id', '=', organisationId)
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
  return row ?? null;
}

/** A code of before opens nothing any more. */
export async function putRelease(
  trx: Trx,
  { organisationId, deviceId }: OfDevice,
  release: { codeHash: Buffer; serial: string; releasedBy: number; now: Date; expiresAt: Date },
): Promise<void> {
  const columns = {
    code_hash: release.codeHash,
    serial: release.serial,
    released_by: release.releasedBy,
    released_at: release.now,
    expires_at: release.expiresAt,
    claimed_at: null,
  };
  await trx
    .insertInto('device_release')
    .values({ organisation_id: organisationId, device_id: deviceId, ...columns })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'device_id']).doUpdateSet(columns))
    .execute();
}

/** Uses a code up: of two that claim a device at once, one gets it. @returns its serial number; null for a code that there is not, or that has expired */
export async function takeRelease(trx: Trx, codeHash: Buffer, now: Date): Promise<string | null> {
  const row = await trx
    .updateTable('device_release')
    .set({ claimed_at: now })
    .where('code_hash', '=', codeHash)
    .where('claimed_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('serial')
    .executeTakeFirst();
  return row?.serial ?? null;
}

export async function dropRelease(trx: Trx, { organisationId, deviceId }: OfDevice): Promise<void> {
  await trx
    .deleteFrom('device_release')
    .where('organisation_id', '=', organisationId)
    .where('device_id', '=', deviceId)
    .execute();
}

/** The device that an organization gave away under a serial number and may have back. */
export async function findReleased(trx: Trx, organisationId: number, serial: string): Promise<number | null> {
  const { rows } = await sql<{ deviceId: number }>`
    select device_id as "deviceId" from device_release where organisation_id = ${organisationId} and serial = ${serial}`.execute(
    trx,
  );
  return rows[0]?.deviceId ?? null;
}
