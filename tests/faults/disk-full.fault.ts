import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { ask } from '../support/counterparts/visitor';
import type { Fault, Finding } from './fault';
import { asPerson, batch, isFine, notAway, same, statusOf, untilRight, within } from './outage/asking';
import { openHouse, type House } from './outage/house';

const diskMb = 160;
const leftMb = 2;
const backMs = 5_000;
const mostWrites = 3_000;

interface SmallDisk {
  folder: string;
  /** A folder on a disk that has room. */
  elsewhere: string;
  fill(): void;
  free(): void;
}

/** A small disk of its own for PostgreSQL; only root may mount one. */
async function onSmallDisk(work: (disk: SmallDisk) => Promise<Finding[]>): Promise<Finding[]> {
  const disk = mkdtempSync(join(tmpdir(), 'tare-disk-'));
  const elsewhere = mkdtempSync(join(tmpdir(), 'tare-disk-elsewhere-'));
  chmodSync(elsewhere, 0o755);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m,mode=755`, 'tmpfs', disk]);
  try {
    const folder = join(disk, 'postgres');
    mkdirSync(folder);
    const filler = join(disk, 'filler');
    const fill = () => {
      const { bavail, bsize } = statfsSync(disk);
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - leftMb * 1024 * 1024)));
    };
    return await work({ folder, elsewhere, fill, free: () => rmSync(filler, { force: true }) });
  } finally {
    execFileSync('umount', ['-l', disk]);
    for (const one of [disk, elsewhere]) rmSync(one, { recursive: true, force: true });
  }
}

/** Its log of writes gets a disk of its own, as PostgreSQL's manual advises: without room for that it stops itself, which is another fault. */
function moveLogOfWrites({ postgres }: House, to: string): void {
  const log = join(postgres.folder, 'data', 'pg_wal');
  postgres.stop();
  execFileSync('cp', ['-a', log, to]);
  rmSync(log, { recursive: true });
  symlinkSync(to, log);
  postgres.start();
}

/** Writes until the disk has no room. @returns the events that were acknowledged, and what came instead */
async function writeUntilFull(
  url: string,
  deviceKey: string,
): Promise<{ ids: number[]; refused: string | null; ms: number }> {
  const ids: number[] = [];
  for (let at = 0; at < mostWrites; at += 1) {
    const answer = await ask(batch(url, deviceKey, 200));
    if (answer.status !== 200) return { ids, refused: notAway(answer, 'call') ?? '503', ms: answer.ms };
    for (const [, id] of answer.text.matchAll(/"status":"taken","eventId":(\d+)/g)) ids.push(Number(id));
  }
  return { ids, refused: null, ms: 0 };
}

const countOf = (house: House, ids: number[]) =>
  house.look(
    async (db) =>
      (await sql<{ n: number }>`select count(*) as n from waste_event where id = any(${ids}::bigint[])`.execute(db))
        .rows[0]?.n ?? 0,
  );

export const diskFull: Fault = {
  name: 'disk-full',
  quick: false,
  needs: ['postgres', 'redis', 'root'],
  run: (say) =>
    onSmallDisk(async ({ folder, elsewhere, fill, free }) => {
      const house = await openHouse({ folder });
      try {
        moveLogOfWrites(house, join(elsewhere, 'pg_wal'));
        const tare = await house.start();
        const cookie = await house.signIn(tare.url);
        fill();
        const { ids, refused, ms } = await writeUntilFull(tare.url, house.deviceKey);
        say(`${ids.length} rows fitted`);
        const pages = await Promise.all(
          ['/home', '/deployment-status', '/rest/v1/waste-events?limit=10'].map((path) =>
            statusOf({ ...asPerson(tare.url, path, cookie), timeoutMs: 20_000 }),
          ),
        );
        const alive = await statusOf({ url: `${tare.url}/healthz` });
        free();
        const written = await untilRight(batch(tare.url, house.deviceKey), isFine);
        return [
          same('Disk full: a batch is answered with', refused ?? 'success, however much was sent', '503'),
          within('Disk full: that answer', ms, 1_000),
          same('Disk full: pages and calls that read', pages.join(' '), '200 200 200'),
          same('Disk full: healthz', alive, 200),
          within('Disk full: writing again after there is room', written, backMs),
          same(`Disk full: acknowledged rows lost of ${ids.length}`, ids.length - (await countOf(house, ids)), 0),
          within(
            'Disk full: signed in as before',
            await untilRight(asPerson(tare.url, '/home', cookie), isFine),
            backMs,
          ),
        ];
      } finally {
        await house.remove();
      }
    }),
};
