import { sql } from 'kysely';
import type { Db } from '../../server/platform/db/database';
import type { Fault, Finding } from './fault';
import { countEvents, none, rollupDifferences } from './kill/figures';
import { killImportCommands, type ImportedSheets } from './kill/import-command';
import { killImportPage } from './kill/import-page';
import { openScene, type DatabaseKind, type Scene } from './kill/scene';

interface Size {
  /** Half of them kill the command line, half the server behind the page. */
  moments: number;
  /** Of a sheet; each is two events, and a thousand events are a batch. */
  lines: number;
}

const full: Size = { moments: 50, lines: 4_000 };
const short: Size = { moments: 4, lines: 1_500 };

async function killDuringImport(
  kind: DatabaseKind,
  { moments, lines }: Size,
  say: (line: string) => void,
): Promise<Finding[]> {
  const scene = await openScene(kind);
  try {
    const title = `kill -9 during import, ${kind}`;
    const half = moments / 2;
    const commands = await killImportCommands(scene, {
      moments: half,
      lines,
      title: `${title}, command line, ${half} moments`,
    });
    say(`${kind}: the command line was killed ${half} times`);
    const page = await killImportPage(scene, { moments: half, lines, title: `${title}, page, ${half} moments` });
    say(`${kind}: the server behind the page was killed ${half} times`);
    return await scene.look((db) => aftermath(db, { scene, title, parts: [commands, page] }));
  } finally {
    await scene.remove();
  }
}

interface Aftermath {
  scene: Scene;
  title: string;
  parts: ImportedSheets[];
}

async function aftermath(db: Db, { scene: { organisationId }, title, parts }: Aftermath): Promise<Finding[]> {
  const expected = 2 * parts.flatMap(({ sheets }) => sheets).reduce((sum, { lines }) => sum + lines, 0);
  const events = await countEvents(db, organisationId);
  const { rows } = await sql<{ miscounted: number; silent: number }>`
    select count(*) filter (where b.events_taken <> (select count(*) from waste_event e where e.organisation_id = b.organisation_id and e.import_batch_id = b.id)) as miscounted,
      count(*) filter (where b.state in ('DONE', 'FAILED') and 1 <> (
        select count(*) from audit_log a where a.organisation_id = b.organisation_id and a.entity = 'import' and a.entity_id = b.id::text
          and a.action = case b.state when 'DONE' then 'import.run' else 'import.fail' end)) as silent
    from import_batch b where b.organisation_id = ${organisationId}`.execute(db);
  const { miscounted, silent } = rows[0] ?? { miscounted: 0, silent: 0 };
  const { differences, rows: derived, broken } = await rollupDifferences(db, organisationId);
  // ASVS V2.3.3
  return [
    ...parts.flatMap(({ findings }) => findings),
    none(`${title}: rows lost`, Math.max(expected - events.rows, 0), `of ${expected}`),
    none(`${title}: rows twice`, events.rows - events.uuids + Math.max(events.rows - expected, 0)),
    none(`${title}: half lines and batches`, events.halfLines + miscounted),
    none(`${title}: ends without their one audit row`, silent),
    none(
      `${title}: roll-up rows that a full rebuild makes otherwise`,
      differences + broken.length,
      `of ${derived}${broken.length > 0 ? `; broken: ${broken.join(', ')}` : ''}`,
    ),
  ];
}

export const killImport: Fault = {
  name: 'kill-import',
  quick: false,
  needs: ['postgres'],
  run: async (say) => [
    ...(await killDuringImport('PostgreSQL', full, say)),
    ...(await killDuringImport('embedded', full, say)),
  ],
};

export const killImportShort: Fault = {
  name: 'kill-import-short',
  quick: true,
  needs: [],
  run: (say) => killDuringImport('embedded', short, say),
};
