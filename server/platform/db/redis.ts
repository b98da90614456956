import { createClient, type RedisClientType } from 'redis';
import type { Log } from '../log';

/** Connects once; afterwards the client comes back by itself. While Redis is away a command fails at once instead of waiting (connect-redis #107). */
export async function openRedis(url: string | undefined, log: Log): Promise<RedisClientType | undefined> {
  if (!url) return undefined;
  const client = createClient({ url, disableOfflineQueue: true, socket: { connectTimeout: 2000, reconnectStrategy: (tries) => Math.min(tries * 50, 500) } });
  client.on('error', (error: Error) => log.error({ err: error }, 'redis'));
  await client.connect();
  return client as unknown as RedisClientType;
}
