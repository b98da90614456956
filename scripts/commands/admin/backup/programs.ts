import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Refused } from '../../../../server/setup/operator.service';
import type { Tools } from '../command';

/** Debian keeps each version's own programs here and out of PATH. */
const debian = '/usr/lib/postgresql';

export interface Programs {
  dump: string;
  restore: string;
  psql: string;
  major: number;
}

function foldersOf(path: string): string[] {
  const versions = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : [];
  return [...versions, ...path.split(delimiter)].filter(
    (folder) => folder !== '' && existsSync(join(folder, 'pg_dump')),
  );
}

function programsIn(folder: string): Programs[] {
  const [dump, restore, psql] = ['pg_dump', 'pg_restore', 'psql'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const said = spawnSync(dump, ['--version'], { encoding: 'utf8' }).stdout;
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(said)?.[1]);
  return Number.isInteger(major) && existsSync(restore) && existsSync(psql) ? [{ dump, restore, psql, major }] : [];
}

/**
 * PostgreSQL's own programs, of the server's version or the next newer one: older ones do not understand it.
 * @throws Refused where there are none
 */
export function findPrograms({ env }: Tools, serverMajor: number): Programs {
  const found = foldersOf(env.PATH ?? '')
    .flatMap(programsIn)
    .sort((a, b) => a.major - b.major);
  const right = found.find(({ major }) => major >= serverMajor);
  if (right) return right;
  const newest = found.at(-1);
  throw new Refused(
    newest
      ? `pg_dump is of version ${newest.major} and the server of version ${serverMajor}: install the package postgresql-client-${serverMajor}.`
      : `pg_dump, pg_restore and psql are neither in PATH nor in ${debian}: install the package postgresql-client-${serverMajor}.`,
  );
}
