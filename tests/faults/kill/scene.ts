import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rotateDeviceKey } from '../../../server/domain/places/device-key.store';
import { addMember, addUser } from '../../../server/identity';
import { createPool, postgresOver, type Db } from '../../../server/platform/db/database';
import { openEmbedded } from '../../../server/platform/db/embedded';
import type { Permission } from '../../../server/platform/permissions';
import { systemClock } from '../../../server/platform/time';
import { openOrganisation } from '../../../server/setup/open-organisation';
import { prepareDatabase } from '../../../server/setup/prepare-database';
import { freePort } from '../../support/counterparts/ports';
import { startPostgres } from '../../support/counterparts/postgres-server';
import { startTare, type TareProcess } from '../../support/counterparts/tare-process';

export type DatabaseKind = 'embedded' | 'PostgreSQL';

export interface SceneDevice {
  id: number;
  key: string;
  locationId: number;
}

/** An organisation with a kitchen for each device, and one person who may import, in a database of its own. */
export interface Scene {
  kind: DatabaseKind;
  organisationId: number;
  devices: SceneDevice[];
  login: string;
  password: string;
  /** What a process needs in its environment to find the database. */
  env: Record<string, string>;
  /** Starts the server, always at the same address, and waits until it is ready. */
  start(): Promise<TareProcess>;
  /** Looks into the database. Nothing else may have an embedded one open meanwhile. */
  look<T>(work: (db: Db) => Promise<T>): Promise<T>;
  remove(): Promise<void>;
}

const permissions: Permission[] = ['VIEW_DATA_MANAGER', 'EDIT_TRANSACTIONS'];
const kitchens = 3;

export async function openScene(kind: DatabaseKind): Promise<Scene> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tare-kill-'));
  const server = kind === 'PostgreSQL' ? await startPostgres() : null;
  const remove = async () => {
    server?.remove();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const url = server?.database('tare');
    const open = () =>
      url
        ? Promise.resolve(
            postgresOver(createPool({ connection: { connectionString: url }, size: 2, onError: () => undefined })),
          )
        : openEmbedded({ dataDir: join(dataDir, 'database'), onError: () => undefined });
    const look = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
      const database = await open();
      try {
        return await work(database.db);
      } finally {
        await database.close();
      }
    };
    const port = await freePort();
    const env = {
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      SESSION_SECRET: randomBytes(32).toString('hex'),
      ...(url ? { DATABASE_URL: url } : {}),
    };
    const start = async () => {
      const tare = await startTare({ port, dataDir, env });
      await tare.ready();
      return tare;
    };
    return { kind, env, start, look, remove, ...(await look(furnish)) };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function furnish(db: Db): Promise<Pick<Scene, 'organisationId' | 'devices' | 'login' | 'password'>> {
  await prepareDatabase(db);
  return db.transaction().execute(async (trx) => {
    const place = { countryCode: 'DE', currencyCode: 'EUR', timeZone: 'Europe/Berlin' };
    const organisationId = await openOrganisation(trx, { name: 'Kitchens', unitId: 12, ...place });
    const devices: SceneDevice[] = [];
    for (let at = 0; at < kitchens; at += 1) {
      const site = await trx
        .insertInto('site')
        .values({
          organisation_id: organisationId,
          name: `Site ${at}`,
          country_code: place.countryCode,
          currency_code: place.currencyCode,
          time_zone: place.timeZone,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const location = await trx
        .insertInto('location')
        .values({ organisation_id: organisationId, site_id: site.id, name: 'Kitchen' })
        .returning('id')
        .executeTakeFirstOrThrow();
      const device = await trx
        .insertInto('device')
        .values({ organisation_id: organisationId, serial: `scale-${at}`, name: 'Scale', location_id: location.id })
        .returning('id')
        .executeTakeFirstOrThrow();
      devices.push({
        id: device.id,
        locationId: location.id,
        key: await rotateDeviceKey(trx, { organisationId, deviceId: device.id }),
      });
    }
    const [login, password] = ['importer@tare.test', 'a password for the faults'];
    const userId = await addUser(trx, {
      login,
      email: login,
      fullName: 'Importer',
      password,
      privacyAccepted: true,
      now: systemClock.now(),
    });
    await addMember(trx, { tenantNumber: organisationId, userId, roles: [] });
    const role = await trx
      .insertInto('identity.role')
      .values({ tenant_number: organisationId, key: 'importer', name: 'Importer' })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const key of permissions)
      await trx.insertInto('identity.role_permission').values({ role_id: role.id, permission_key: key }).execute();
    await trx
      .insertInto('identity.membership_role')
      .values({ tenant_number: organisationId, user_id: userId, role_id: role.id })
      .execute();
    return { organisationId, devices, login, password };
  });
}

/** Between 0 and `most`. */
export const randomWait = (most: number) => new Promise<void>((later) => setTimeout(later, Math.random() * most));
