import { createClient } from 'redis';
import { fail } from '../errors';
import type { Log } from '../log';

/** What sessions and rate limits ask of Redis. Each call answers or fails within `answerMs`. */
export interface Redis {
  get(key: string): Promise<string | null>;
  set(key: string, value: string, options?: object): Promise<unknown>;
  del(keys: string[]): Promise<unknown>;
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  /** Whether it answers now. */
  ping(): Promise<boolean>;
  destroy(): void;
}

const connectTimeout = 2000;
const answerMs = 600;
const beatMs = 500;
/** As many beats without an answer mean that the connection leads nowhere. */
const lostBeats = 3;

type Client = ReturnType<typeof connection>;

/** While Redis is away a command fails at once instead of waiting in a queue (connect-redis #107). */
function connection(url: string, onError: (error: Error) => void) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout, reconnectStrategy: (tries) => Math.min(tries * 50, 500) },
  });
  client.on('error', onError);
  return client;
}

/** The first time, whoever starts the process is told at once; the client by itself would try for ever. */
function firstConnection(url: string, onError: (error: Error) => void): Promise<Client> {
  return new Promise((done, refuse) => {
    let there = false;
    const fail = (error: Error) => {
      clearTimeout(late);
      client.destroy();
      refuse(error);
    };
    const client = connection(url, (error) => (there ? onError(error) : fail(error)));
    const late = setTimeout(() => fail(new Error(`timeout: no answer within ${connectTimeout} ms`)), connectTimeout);
    client.connect().then(() => {
      there = true;
      clearTimeout(late);
      done(client);
    }, fail);
  });
}

/**
 * Connects, or fails at once; afterwards it comes back by itself. The client notices a closed connection, but waits for ever on one that
 * stays open and silent (a stopped process, a machine that vanished): a heartbeat replaces it then.
 */
export async function openRedis(url: string | undefined, log: Log): Promise<Redis | undefined> {
  if (!url) return undefined;
  const onError = (error: unknown) => log.error({ err: error }, 'redis');
  let client = await firstConnection(url, onError);

  const ping = () =>
    inTime(() => client.ping()).then(
      () => true,
      () => false,
    );
  let silent = 0;
  const heartbeat = setInterval(async () => {
    const asked = client;
    if (await ping()) silent = 0;
    else silent += 1;
    if (silent < lostBeats || asked !== client) return;
    silent = 0;
    client = connection(url, onError);
    asked.destroy();
    client.connect().catch(onError);
  }, beatMs).unref();

  const ask = <T>(command: (current: Client) => Promise<T>) => inTime(() => command(client));
  return {
    get: (key) => ask((current) => current.get(key)),
    set: (key, value, options) => ask((current) => current.set(key, value, options)),
    del: (keys) => ask((current) => current.del(keys)),
    eval: (script, options) => ask((current) => current.eval(script, options)),
    ping,
    destroy() {
      clearInterval(heartbeat);
      client.destroy();
    },
  };
}

/** @throws Failure 503, whatever Redis said: without it nobody is let in. */
async function inTime<T>(command: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, refuse) => {
    // Once more round the event loop: when this process was busy for so long, the answer may lie in the socket.
    timer = setTimeout(
      () => setImmediate(() => refuse(new Error(`Redis did not answer within ${answerMs} ms`))),
      answerMs,
    );
  });
  try {
    return await Promise.race([command(), late]);
  } catch (error) {
    throw fail.unavailable('errors.unavailable', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
