import { join } from 'node:path';
import { sql } from 'kysely';
import { ask, signInOver } from '../../support/counterparts/visitor';
import type { Finding } from '../fault';
import { none, settle } from './figures';
import type { ImportedSheets } from './import-command';
import { randomWait, type Scene } from './scene';
import { killMapping, writeSheet, type Sheet } from './sheets';

/** A moment lies within a phase; most of them in the run, where half a batch could be left behind. */
const phases = ['upload', 'check', 'run', 'run', 'run'] as const;
const stateOf = { check: 'CHECKING', run: 'RUNNING' };
const longestLifeMs = 40_000;
/** Long, because a busy machine takes its time over what a kill left behind. */
const longestEndMs = 240_000;
const busyMs = 100;
const boundary = 'a-line-between-parts';

/** The server asks to try again. */
class Busy extends Error {}

interface Uploaded {
  sheet: Sheet;
  id: number;
  /** The run was asked for and the server said yes. */
  promised: boolean;
  done: boolean;
}

/** Somebody who uploads a sheet, has it checked and imported, looks on, and begins the next when it is done. */
class Importer {
  readonly uploads: Uploaded[] = [];
  readonly oddAnswers: string[] = [];
  /** Of the newest import, as it was last seen. */
  state = '';
  /** From the order to run to its end, of the newest that was seen from one to the other. */
  runMs = 2_000;
  private runSince = 0;
  private sheets = 0;
  private cookie = '';

  constructor(
    private readonly scene: Scene,
    private readonly lines: number,
  ) {}

  async signIn(url: string): Promise<void> {
    if (this.cookie) return;
    this.cookie = await signInOver(url, { login: this.scene.login, password: this.scene.password });
  }

  async work(url: string, isEnough: () => boolean): Promise<void> {
    this.runSince = 0;
    while (!isEnough()) {
      try {
        await this.step(url);
      } catch (error) {
        // The server is gone; the next life goes on from what was acknowledged.
        if (!(error instanceof Busy)) return;
        await new Promise((later) => setTimeout(later, busyMs));
      }
    }
  }

  /** One look at the newest import and the next thing to do about it. */
  private async step(url: string): Promise<void> {
    const newest = this.uploads.at(-1);
    if (!newest || newest.done) return this.upload(url);
    const view = await this.call(url, 'GET', `/imports/${newest.id}`);
    const state = String(view.state);
    this.state = state;
    // A check that was killed too often is given up, and nothing is in: the person asks again.
    const canCheck = state === 'UPLOADED' || (state === 'FAILED' && view.eventsTaken === 0);
    if (canCheck) await this.call(url, 'POST', `/imports/${newest.id}/check`);
    else if (state === 'CHECKED') {
      await this.call(url, 'POST', `/imports/${newest.id}/run`);
      newest.promised = true;
      this.runSince = performance.now();
    } else if (state === 'DONE') {
      newest.done = true;
      if (this.runSince > 0) this.runMs = performance.now() - this.runSince;
    } else await new Promise((later) => setTimeout(later, 60));
  }

  private async upload(url: string): Promise<void> {
    const sheet = writeSheet(join(this.scene.env.DATA_DIR ?? '', 'uploads'), {
      number: 1_000 + (this.sheets += 1),
      lines: this.lines,
    });
    const part = (head: string, content: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
    const body = `${part('name="mapping"', JSON.stringify(killMapping))}${part(`name="file"; filename="${sheet.name}"\r\nContent-Type: text/csv`, sheet.content)}--${boundary}--\r\n`;
    const view = await this.call(url, 'POST', '/imports', { body, type: `multipart/form-data; boundary=${boundary}` });
    this.uploads.push({ sheet, id: Number(view.id), promised: false, done: false });
  }

  private async call(
    url: string,
    method: string,
    path: string,
    { body = method === 'GET' ? undefined : '{}', type = 'application/json' }: { body?: string; type?: string } = {},
  ): Promise<Record<string, unknown>> {
    const answer = await ask({
      url: `${url}/rest/v1${path}`,
      method,
      body,
      timeoutMs: 60_000,
      headers: {
        accept: 'application/json',
        cookie: this.cookie,
        origin: url,
        ...(body === undefined ? {} : { 'content-type': type }),
      },
    });
    if (answer.status === 503) throw new Busy();
    if (answer.status >= 400) {
      this.oddAnswers.push(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 200)}`);
      throw new Error(`answered ${answer.status}`);
    }
    return JSON.parse(answer.text) as Record<string, unknown>;
  }
}

/** Kills the server while it takes in sheets that were uploaded on the page's calls. */
export async function killImportPage(
  scene: Scene,
  { moments, lines, title }: { moments: number; lines: number; title: string },
): Promise<ImportedSheets> {
  const importer = new Importer(scene, lines);
  for (let moment = 1; moment <= moments; moment += 1) {
    const tare = await scene.start();
    await importer.signIn(tare.url);
    let over = false;
    const working = importer.work(tare.url, () => over);
    await reach(importer, phases[moment % phases.length] ?? 'run');
    await tare.stop('SIGKILL');
    over = true;
    await working;
    await passMinute(scene);
  }
  const tare = await scene.start();
  await finish(importer, tare.url);
  const unsettled = await settle(scene, tare);
  const uploads = importer.uploads;
  const notDone = uploads.filter(({ promised, done }) => promised && !done).length;
  return {
    sheets: uploads.filter(({ done }) => done).map(({ sheet }) => sheet),
    findings: [
      none(`${title}: promised imports not done`, notDone, `of ${uploads.filter(({ promised }) => promised).length}`),
      none(`${title}: answers from 400 on`, importer.oddAnswers.length, importer.oddAnswers[0]),
      none(`${title}: weeks and imports left open`, unsettled),
      ...(await resumed(scene, { title, least: Math.floor(moments / 10) })),
    ],
  };
}

/** Waits for the phase, and then for some moment within it. */
async function reach(importer: Importer, phase: (typeof phases)[number]): Promise<void> {
  const until = performance.now() + longestLifeMs;
  importer.state = '';
  if (phase !== 'upload')
    while (importer.state !== stateOf[phase] && performance.now() < until)
      await new Promise((later) => setTimeout(later, 2));
  await randomWait(phase === 'run' ? importer.runMs / 4 : 500);
}

/** Several nodes on PostgreSQL wait a minute before they take an import for abandoned. */
async function passMinute(scene: Scene): Promise<void> {
  if (scene.kind === 'embedded') return;
  await scene.look((db) =>
    sql`
    update import_batch set totals = jsonb_set(totals, '{aliveAt}', to_jsonb(now() - interval '2 minutes')) where state in ('CHECKING', 'QUEUED', 'RUNNING')`.execute(
      db,
    ),
  );
}

async function finish(importer: Importer, url: string): Promise<void> {
  const newest = importer.uploads.at(-1);
  const until = performance.now() + longestEndMs;
  await importer.work(url, () => !newest || newest.done || performance.now() > until);
}

/** Every run that lost its worker goes on, and says so in the audit; none is given up with its events left in. */
async function resumed(scene: Scene, { title, least }: { title: string; least: number }): Promise<Finding[]> {
  const { rows } = await scene.look((db) =>
    sql<{ resumes: number; giveups: number }>`
    select count(*) filter (where action = 'import.resume') as resumes,
      count(*) filter (where action = 'import.fail' and after ->> 'failure' = 'imports.gaveUp' and (after ->> 'eventsTaken')::int > 0) as giveups
    from audit_log where organisation_id = ${scene.organisationId} and entity = 'import'`.execute(db),
  );
  const { resumes, giveups } = rows[0] ?? { resumes: 0, giveups: 0 };
  return [
    none(`${title}: runs given up`, giveups),
    {
      what: `${title}: runs that went on after a kill, with an audit row each`,
      figure: String(resumes),
      bar: `≥ ${least}`,
      held: resumes >= least,
    },
  ];
}
