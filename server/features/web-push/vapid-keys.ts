import webPush from 'web-push';
import type { Config } from '../../config';
import type { Db } from '../../platform/db/database';
import type { Resources } from '../../platform/resources';

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/** The settings' pair, or the installation's own: made once, the same on every node. */
export async function vapidKeys({
  config,
  database: { db },
  clock,
}: Pick<Resources, 'config' | 'database' | 'clock'>): Promise<VapidKeys> {
  return config.vapid ?? (await findKeys(db)) ?? makeKeys(db, clock.now());
}

async function findKeys(db: Db): Promise<VapidKeys | undefined> {
  return db.selectFrom('push_key').select(['public_key as publicKey', 'private_key as privateKey']).executeTakeFirst();
}

/** Two nodes may make a pair at once; the first that is kept counts. */
async function makeKeys(db: Db, now: Date): Promise<VapidKeys> {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  await db
    .insertInto('push_key')
    .values({ id: 1, public_key: publicKey, private_key: privateKey, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db
    .selectFrom('push_key')
    .select(['public_key as publicKey', 'private_key as privateKey'])
    .executeTakeFirstOrThrow();
}

/** Whom a push service may turn to; it takes no http address. */
export const vapidSubject = ({ publicUrl, secure }: Pick<Config, 'publicUrl' | 'secure'>): string =>
  secure ? publicUrl : `mailto:no-reply@${new URL(publicUrl).hostname}`;
