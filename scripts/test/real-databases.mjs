import { existsSync } from 'node:fs';
import { connect } from 'node:net';

const SOCKETS = '/var/run/postgresql';
/** Through a socket in the file system first: a query costs half the processor time that it does through TCP. */
const POSTGRES = [
  ...(existsSync(`${SOCKETS}/.s.PGSQL.5432`) ? [`postgres://postgres@localhost:5432/postgres?host=${SOCKETS}`] : []),
  'postgres://postgres@127.0.0.1:5432/postgres',
  'postgres://root@127.0.0.1:5432/postgres',
];
const REDIS = 'redis://127.0.0.1:6379';
const WAIT_MS = 2000;

/**
 * Asks for real servers to run the suite on: those that TEST_DATABASE_URL and TEST_REDIS_URL name, else the usual local ones.
 * @returns {Promise<{ env: Record<string, string>, what: string } | { absent: string, demanded: boolean }>}
 *   `demanded`: they were named, so that their silence is a failure
 */
export async function findRealDatabases() {
  const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env;
  const demanded = Boolean(TEST_DATABASE_URL ?? TEST_REDIS_URL);
  const postgres = await firstThatAnswers(TEST_DATABASE_URL ? [TEST_DATABASE_URL] : POSTGRES, askPostgres);
  if (postgres.reason) return { absent: `PostgreSQL ${postgres.reason}`, demanded };
  const redis = await firstThatAnswers([TEST_REDIS_URL ?? REDIS], askRedis);
  if (redis.reason) return { absent: `Redis ${redis.reason}`, demanded };
  return {
    env: { TARE_TEST_DB: 'postgres', TEST_DATABASE_URL: postgres.url, TEST_REDIS_URL: redis.url },
    what: `PostgreSQL ${postgres.version} and Redis ${redis.version}`,
  };
}

async function firstThatAnswers(urls, ask) {
  let reason = '';
  for (const url of urls) {
    try {
      await answersAt(new URL(url));
      return { url, version: await ask(url) };
    } catch (error) {
      reason = `does not answer at ${new URL(url).host} (${error.code ?? error.message})`;
    }
  }
  return { reason };
}

function answersAt({ hostname, port, protocol, searchParams }) {
  const folder = searchParams.get('host');
  const number = Number(port || (protocol.startsWith('redis') ? 6379 : 5432));
  return new Promise((resolve, reject) => {
    const socket = connect({
      ...(folder ? { path: `${folder}/.s.PGSQL.${number}` } : { host: hostname, port: number }),
      timeout: WAIT_MS,
    });
    socket.once('connect', () => resolve(socket.destroy()));
    socket.once('timeout', () => reject(socket.destroy() && new Error('no answer in time')));
    socket.once('error', reject);
  });
}

async function askPostgres(connectionString) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: WAIT_MS });
  await client.connect();
  const { rows } = await client.query("select split_part(current_setting('server_version'), ' ', 1) as version");
  await client.end();
  return rows[0].version;
}

async function askRedis(url) {
  const { createClient } = await import('redis');
  const client = createClient({ url, socket: { connectTimeout: WAIT_MS, reconnectStrategy: false } });
  client.on('error', () => undefined);
  await client.connect();
  const [, version] = /redis_version:(\S+)/.exec(await client.info('server')) ?? [];
  client.destroy();
  return version ?? '';
}
