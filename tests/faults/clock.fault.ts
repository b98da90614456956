import { sql } from 'kysely';
import { ask } from '../support/counterparts/visitor';
import type { Fault, Finding } from './fault';
import { asPerson, batch, same } from './outage/asking';
import { inHouse, type House } from './outage/house';

const wrongClocks = ['+5m', '-5m'];

/** Debian's library, loaded without its wrapper, which would not pass signals on. A clock that is set does not change how long a timer runs. */
const library = '/usr/$LIB/faketime/libfaketime.so.1';
const shifted = (shift: string) => ({ LD_PRELOAD: library, FAKETIME: shift, FAKETIME_DONT_FAKE_MONOTONIC: '1' });

/** Tare's own clock is wrong; those of PostgreSQL, Redis, the browser and the scale are right. */
async function under(house: House, shift: string): Promise<Finding[]> {
  const right = await house.start();
  const seated = await house.signIn(right.url);
  const tare = await house.start({ env: shifted(shift) });
  const shown = Date.parse(String((await ask({ url: `${tare.url}/healthz` })).headers.date)) - Date.now();
  const cookie = await house.signIn(tare.url);
  const pages = await Promise.all([
    ask(asPerson(tare.url, '/home', cookie)),
    ask(asPerson(tare.url, '/home', seated)),
    ask(asPerson(right.url, '/home', cookie)),
    ask(asPerson(tare.url, '/performanceDashboard', cookie)),
  ]);
  const sent = batch(tare.url, house.deviceKey, 2);
  const justNow = {
    ...JSON.parse(batch(tare.url, house.deviceKey).body ?? '').events[0],
    occurredAt: new Date().toISOString(),
  };
  const body = JSON.stringify({ events: [...JSON.parse(sent.body ?? '').events, justNow] });
  const answer = await ask({ ...sent, body });
  const events = (JSON.parse(answer.text) as { events: { status: string; code?: string }[] }).events.map(
    ({ status, code }) => code ?? status,
  );
  const rolledUp = await untilRolledUp(house);
  await Promise.all([tare.stop(), right.stop()]);
  return [
    same(`Clock ${shift}: minutes that the process is off`, Math.round(shown / 60_000), Number.parseInt(shift, 10)),
    same(
      `Clock ${shift}: pages with its own session, with another node's, its session on another node, the dashboard`,
      pages.map(({ status }) => status).join(' '),
      '200 200 200 200',
    ),
    same(`Clock ${shift}: two events of an hour ago and one of now`, events.join(' '), 'taken taken taken'),
    same(`Clock ${shift}: their weeks`, rolledUp, 'rolled up'),
  ];
}

async function untilRolledUp(house: House): Promise<string> {
  const dirty = () =>
    house.look(
      async (db) => (await sql<{ n: number }>`select count(*)::int as n from dirty_week`.execute(db)).rows[0]?.n ?? -1,
    );
  for (let tries = 0; tries < 150; tries += 1) {
    if ((await dirty()) === 0) return 'rolled up';
    await new Promise((later) => setTimeout(later, 200));
  }
  return 'still marked after 30 s';
}

export const clock: Fault = {
  name: 'clock',
  quick: false,
  needs: ['postgres', 'redis', 'faketime'],
  run: () =>
    inHouse(async (house) => {
      const findings: Finding[] = [];
      for (const shift of wrongClocks) findings.push(...(await under(house, shift)));
      return findings;
    }),
};
