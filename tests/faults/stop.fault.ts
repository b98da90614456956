import pg from 'pg';
import { startTare, type TareProcess } from '../support/counterparts/tare-process';
import { ask } from '../support/counterparts/visitor';
import { inFolder } from '../support/in-folder';
import type { Fault, Finding } from './fault';
import { batch, same, statusOf, untilRight, within } from './outage/asking';
import { inHouse, type House } from './outage/house';

const graceSeconds = 2;
const pause = (ms: number) => new Promise((later) => setTimeout(later, ms));

/** Holds what every batch writes to, so that a request stays under way for as long as a test wants. */
async function holdBatches(house: House): Promise<{ release(): Promise<void> }> {
  const client = new pg.Client({ connectionString: house.databaseUrl });
  await client.connect();
  await client.query('begin; lock table dirty_week in access exclusive mode');
  return { release: () => client.end() };
}

const stored = (house: House) =>
  house.look((db) =>
    db
      .selectFrom('waste_event')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
      .then(({ n }) => n),
  );

async function ended(tare: TareProcess, since: number): Promise<string> {
  const code = await Promise.race([tare.exited, pause(40_000).then(() => 'never')]);
  return `exit ${code} after ${Math.round((performance.now() - since) / 1000)} s`;
}

async function drained(house: House): Promise<Finding[]> {
  const tare = await house.start({ env: { STOP_GRACE_SECONDS: String(graceSeconds) } });
  const hold = await holdBatches(house);
  const underWay = ask(batch(tare.url, house.deviceKey));
  await pause(500);
  const signalled = performance.now();
  tare.child.kill('SIGTERM');
  const noticed = await untilRight({ url: `${tare.url}/readyz` }, ({ status }) => status === 503, graceSeconds * 1000);
  const [alive, ready, page] = await Promise.all(
    ['/healthz', '/readyz', '/login'].map((path) =>
      ask({ url: `${tare.url}${path}`, headers: { accept: 'text/html' } }),
    ),
  );
  const asked = performance.now() - signalled;
  await pause(graceSeconds * 1000 + 500 - asked);
  const refused = await statusOf({ url: `${tare.url}/login` });
  await hold.release();
  const answer = await underWay;
  const code = await tare.exited;
  return [
    same(
      'SIGTERM: healthz, readyz and a page within the grace',
      `${alive?.status} ${ready?.status} ${page?.status}`,
      '200 503 200',
    ),
    within('SIGTERM: readyz says no after', noticed, 500),
    same('SIGTERM: connections from then on', String(page?.headers.connection), 'close'),
    same(
      'SIGTERM: a new connection after the grace, the request that was under way, the exit code',
      `${refused} ${answer.status} ${code}`,
      '0 200 0',
    ),
  ];
}

async function cut(house: House): Promise<Finding[]> {
  const tare = await house.start();
  const before = await stored(house);
  const hold = await holdBatches(house);
  const underWay = ask(batch(tare.url, house.deviceKey)).then(
    ({ status }) => String(status),
    () => 'cut',
  );
  await pause(500);
  const since = performance.now();
  tare.child.kill('SIGTERM');
  const how = await ended(tare, since);
  await hold.release();
  await pause(500);
  const rows = (await stored(house)) - before;
  const took = Number(/after (\d+)/.exec(how)?.[1]);
  return [
    // The limit of statements answers it before the process has to cut it off.
    same('A request that waits for ever: it, and its rows', `${await underWay} ${rows}`, '503 0'),
    { what: 'A request that waits for ever: the process', figure: how, bar: 'ends within 30 s', held: took <= 30 },
  ];
}

async function twice(house: House): Promise<Finding> {
  const tare = await house.start();
  const hold = await holdBatches(house);
  ask(batch(tare.url, house.deviceKey)).catch(() => undefined);
  await pause(300);
  tare.child.kill('SIGTERM');
  await pause(300);
  const second = performance.now();
  tare.child.kill('SIGINT');
  const code = await tare.exited;
  await hold.release();
  const ms = Math.round(performance.now() - second);
  return {
    what: 'A second signal',
    figure: `exit ${code} after ${ms} ms`,
    bar: 'exit 1 within 1000 ms',
    held: code === 1 && ms <= 1_000,
  };
}

/** Stopped somewhere in its first start, it ends in time; the next start finds a folder that it can use. */
async function inStart(): Promise<Finding[]> {
  const endings: string[] = [];
  let slowest = 0;
  let recovered = 0;
  const moments = [300, 700, 1_200, 2_000];
  for (const moment of moments) {
    await inFolder(async (dataDir) => {
      const tare = await startTare({ dataDir });
      await pause(moment);
      const since = performance.now();
      const code = await tare.stop();
      slowest = Math.max(slowest, performance.now() - since);
      // Until the handlers are there, the signal itself ends the process, and nothing is open yet.
      if (code !== 0 && !(code === null && tare.said() === ''))
        endings.push(`exit ${code} at ${moment} ms: ${tare.said().slice(-200)}`);
      const again = await startTare({ dataDir });
      recovered += await again.ready().then(
        () => 1,
        () => 0,
      );
      await again.stop();
    });
  }
  return [
    same(
      `SIGTERM in the middle of ${moments.length} first starts: unclean ends`,
      endings.length === 0 ? '0' : endings.join('; '),
      '0',
    ),
    within('SIGTERM in the middle of a start: slowest end', slowest, 15_000),
    same('The starts after them', `${recovered} ready`, `${moments.length} ready`),
  ];
}

export const orderlyEnd: Fault = {
  name: 'stop',
  quick: false,
  needs: ['postgres', 'redis'],
  run: () =>
    inHouse(async (house) => [
      ...(await drained(house)),
      ...(await cut(house)),
      await twice(house),
      ...(await inStart()),
    ]),
};
