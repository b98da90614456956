import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import type { Database } from '../../../../server/platform/db/database';
import { Refused } from '../../../../server/setup/operator.service';
import type { Tools } from '../command';
import { refuseNewer } from '../database';
import { afterRestore } from './after-restore';
import { findPrograms, type Programs } from './programs';

const run = promisify(execFile);
/** Of what a program says about a failure; the rest repeats itself. */
const firstLine = (text: string) => text.trim().split('\n')[0] ?? '';

/** The address without its password, which every process of the machine could read in the list of processes. */
function connectionOf(url: string, { env }: Tools): { address: string; env: NodeJS.ProcessEnv } {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  return {
    address: address.href,
    env: { ...env, LC_MESSAGES: 'C', ...(password === '' ? {} : { PGPASSWORD: password }) },
  };
}

async function programsFor({ pool }: Database, tools: Tools): Promise<Programs> {
  const {
    rows: [row],
  } = await pool.query<{ version: string }>(`select current_setting('server_version_num') as version`);
  return findPrograms(tools, Math.floor(Number(row?.version) / 10_000));
}

/** Writes everything of the database in pg_dump's custom format, as it is at one moment; people may go on working. */
export async function dumpPostgres(
  { database, url, file }: { database: Database; url: string; file: string },
  tools: Tools,
): Promise<void> {
  const { dump } = await programsFor(database, tools);
  const { address, env } = connectionOf(url, tools);
  await run(dump, ['--format=custom', '--no-owner', '--no-privileges', `--file=${file}`, `--dbname=${address}`], {
    env,
  }).catch((error: { stderr?: string }) => {
    throw new Refused(`pg_dump failed: ${firstLine(error.stderr ?? '')}`);
  });
}

/** What pg_restore makes of a file, its last argument. @throws Refused */
async function read({ restore }: Programs, args: string[]): Promise<string> {
  const { stdout } = await run(restore, args).catch((error: { stderr?: string }) => {
    throw new Refused(`${args.at(-1)} is broken or cut off (${firstLine(error.stderr ?? '')}).`);
  });
  return stdout;
}

/** The migrations that the dumped database had had. @throws Refused for a file that is no such dump */
async function migrationsIn(file: string, programs: Programs): Promise<string[]> {
  const stdout = await read(programs, ['--data-only', '--schema=public', '--table=schema_migration', '--file=-', file]);
  const rows = /^COPY [^\n]*\(name[^\n]*\n([\s\S]*?)^\\\.$/m.exec(stdout)?.[1] ?? '';
  const names = rows.split('\n').flatMap((line) => line.split('\t')[0] || []);
  if (names.length === 0) throw new Refused(`${file} is not a backup of Tare.`);
  return names;
}

/** Takes away all that is not an extension's or PostgreSQL's own; the schema `public` stays, it may belong to somebody else. */
const emptying = `
set local lock_timeout = '10s';
set local client_min_messages = 'warning';
do $$
declare one record;
begin
  for one in select nspname from pg_namespace n where nspname !~ '^pg_' and nspname not in ('information_schema', 'public')
    and not exists (select from pg_depend d where d.classid = 'pg_namespace'::regclass and d.objid = n.oid and d.deptype = 'e')
    and not exists (select from pg_extension e where e.extnamespace = n.oid)
  loop execute format('drop schema %I cascade', one.nspname); end loop;
  for one in select c.oid::regclass as name, case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end as kind
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('e', 'i', 'a'))
    order by c.relkind = 'S'
  loop execute format('drop %s if exists %s cascade', one.kind, one.name); end loop;
  for one in select p.oid::regprocedure as name from pg_proc p where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  loop execute format('drop routine if exists %s cascade', one.name); end loop;
end $$;
`;

/** A setting that pg_restore writes from version 17 on, and that older servers do not know. */
const newSetting = /^SET transaction_timeout = 0;$/m;

const ended = async (child: ChildProcess) => (await once(child, 'close'))[0] as number | null;

function listenTo(child: ChildProcess): () => string {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(0, 4_000);
  });
  return () => said.split('\n').find((line) => /error|fatal/i.test(line)) ?? firstLine(said);
}

interface Restore {
  database: Database;
  url: string;
  file: string;
  dryRun: boolean;
}

/**
 * Replaces everything in the database by the dump in one transaction, which is committed only after pg_restore has come
 * to the end of the file: a broken one leaves what was there.
 * @throws Refused; NewerSchema
 */
export async function restorePostgres({ database, url, file, dryRun }: Restore, tools: Tools): Promise<void> {
  const programs = await programsFor(database, tools);
  refuseNewer(await migrationsIn(file, programs));
  if (dryRun) {
    await read(programs, ['--file=/dev/null', file]);
    return;
  }
  const { address, env } = connectionOf(url, tools);
  const source = spawn(programs.restore, ['--no-owner', '--no-privileges', '--no-comments', '--file=-', file], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const psql = spawn(programs.psql, ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', `--dbname=${address}`], {
    env,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const [sourceSaid, psqlSaid] = [listenTo(source), listenTo(psql)];
  const [sourceEnd, psqlEnd] = [ended(source), ended(psql)];
  // When psql refuses a statement it ends, and whatever is still written finds nobody.
  let refused = false;
  psql.stdin.on('error', () => {
    refused = true;
  });
  void psqlEnd.then(() => {
    refused = true;
    source.kill();
  });

  psql.stdin.write(`begin;\n${emptying}`);
  let isFirst = true;
  for await (const chunk of source.stdout as AsyncIterable<Buffer>) {
    const text = isFirst ? Buffer.from(chunk.toString('latin1').replace(newSetting, ''), 'latin1') : chunk;
    isFirst = false;
    if (!refused && !psql.stdin.write(text)) await Promise.race([once(psql.stdin, 'drain'), psqlEnd]);
  }
  const isWhole = (await sourceEnd) === 0;
  if (isWhole) psql.stdin.end(`${afterRestore}commit;\n`);
  else if (!refused) psql.kill('SIGKILL');
  const wasRefused = refused;
  const code = await psqlEnd;
  if (!isWhole && !wasRefused)
    throw new Refused(`${file} is broken or cut off (${sourceSaid()}). The database is as it was.`);
  if (code !== 0) throw new Refused(`The restore failed and the database is as it was. ${psqlSaid()}`);
  await database.pool.query('analyze');
}
