import { join } from 'node:path';
import { sql } from 'kysely';
import type { Finding } from '../fault';
import { ask, signInOver } from '../../support/counterparts/visitor';
import { none } from './figures';
import type { ImportedSheets } from './import-command';
import { randomWait, type Scene } from './scene';
import { killMapping, writeSheet, type Sheet } from './sheets';

const firstLifeMs = 2_500;
const longestLifeMs = 20_000;
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
  answers = 0;
  private sheets = 0;
  private cookie = '';

  constructor(private readonly scene: Scene, private readonly lines: number) {}

  async signIn(url: string): Promise<void> {
    this.cookie = await signInOver(url, { login: this.scene.login, password: this.scene.password });
  }

  get done(): number {
    return this.uploads.filter(({ done }) => done).length;
  }

  async work(url: string, isEnough: () => boolean): Promise<void> {
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
    if (state === 'UPLOADED') await this.call(url, 'POST', `/imports/${newest.id}/check`);
    else if (state === 'CHECKED') {
      await this.call(url, 'POST', `/imports/${newest.id}/run`);
      newest.promised = true;
    } else if (state === 'DONE') newest.done = true;
    else if (state === 'FAILED') throw new Error('failed');
    else await new Promise((later) => setTimeout(later, 60));
  }

  private async upload(url: string): Promise<void> {
    const sheet = writeSheet(join(this.scene.env.DATA_DIR ?? '', 'uploads'), { number: 1_000 + (this.sheets += 1), lines: this.lines });
    const part = (head: string, content: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
    const body = `${part('name="mapping"', JSON.stringify(killMapping))}${part(`name="file"; filename="${sheet.name}"\r\nContent-Type: text/csv`, sheet.content)}--${boundary}--\r\n`;
    const view = await this.call(url, 'POST', '/imports', { body, type: `multipart/form-data; boundary=${boundary}` });
    this.uploads.push({ sheet, id: Number(view.id), promised: false, done: false });
  }

  private async call(url: string, method: string, path: string, { body = method === 'GET' ? undefined : '{}', type = 'application/json' }: { body?: string; type?: string } = {}): Promise<Record<string, unknown>> {
    const answer = await ask({
      url: `${url}/rest/v1${path}`, method, body, timeoutMs: 60_000,
      headers: { accept: 'application/json', cookie: this.cookie, origin: url, ...(body === undefined ? {} : { 'content-type': type }) },
    });
    if (answer.status === 503) throw new Busy();
    if (answer.status >= 400) {
      this.oddAnswers.push(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 200)}`);
      throw new Error(`answered ${answer.status}`);
    }
    this.answers += 1;
    return JSON.parse(answer.text) as Record<string, unknown>;
  }
}

/** Kills the server while it takes in sheets that were uploaded on the page's calls. */
export async function killImportPage(scene: Scene, { moments, lines, title }: { moments: number; lines: number; title: string }): Promise<ImportedSheets> {
  const importer = new Importer(scene, lines);
  let signedIn = false;
  let lifeMs = firstLifeMs;
  for (let moment = 1; moment <= moments; moment += 1) {
    const tare = await scene.start();
    if (!signedIn) await importer.signIn(tare.url);
    signedIn = true;
    let over = false;
    const working = importer.work(tare.url, () => over);
    const before = { answers: importer.answers, done: importer.done };
    const until = performance.now() + longestLifeMs;
    while (importer.answers === before.answers && performance.now() < until) await new Promise((later) => setTimeout(later, 5));
    await randomWait(lifeMs);
    // Lives grow until about every third sees an import end, however fast the machine is.
    lifeMs = importer.done > before.done ? lifeMs * 0.8 : Math.min(lifeMs * 1.15, longestLifeMs);
    await tare.stop('SIGKILL');
    over = true;
    await working;
    await passMinute(scene);
  }
  const tare = await scene.start();
  await finish(importer, tare.url);
  await tare.stop();
  const uploads = importer.uploads;
  const notDone = uploads.filter(({ promised, done }) => promised && !done).length;
  return {
    sheets: uploads.filter(({ done }) => done).map(({ sheet }) => sheet),
    findings: [
      none(`${title}: promised imports not done`, notDone, `of ${uploads.filter(({ promised }) => promised).length}`),
      none(`${title}: answers from 400 on`, importer.oddAnswers.length, importer.oddAnswers[0]),
      ...(await resumed(scene, title)),
    ],
  };
}

/** Several nodes on PostgreSQL wait a minute before they take an import for abandoned. */
async function passMinute(scene: Scene): Promise<void> {
  if (scene.kind === 'embedded') return;
  await scene.look((db) => sql`
    update import_batch set totals = jsonb_set(totals, '{aliveAt}', to_jsonb(now() - interval '2 minutes')) where state in ('CHECKING', 'QUEUED', 'RUNNING')`.execute(db));
}

async function finish(importer: Importer, url: string): Promise<void> {
  const newest = importer.uploads.at(-1);
  const until = performance.now() + 60_000;
  await importer.work(url, () => !newest || newest.done || performance.now() > until);
}

/** Every import that lost its worker says in the audit that it went on. */
async function resumed(scene: Scene, title: string): Promise<Finding[]> {
  const { rows } = await scene.look((db) => sql<{ resumes: number; giveups: number }>`
    select count(*) filter (where action = 'import.resume') as resumes, count(*) filter (where action = 'import.fail') as giveups
    from audit_log where organisation_id = ${scene.organisationId} and entity = 'import' and actor = ${scene.login}`.execute(db));
  const { resumes, giveups } = rows[0] ?? { resumes: 0, giveups: 0 };
  return [none(`${title}: imports given up`, giveups, `while ${resumes} times one went on, with an audit row each`)];
}
