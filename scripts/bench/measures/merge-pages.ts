import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { mergeValues } from '../../../server/features/hierarchies/merges.service';
import { actingAsSystem } from '../../../server/platform/acting';
import { ask, signInOver } from '../../../tests/support/counterparts/visitor';
import { password } from '../../../tests/support/people';
import type { TestApp } from '../../../tests/support/test-app';
import { withCounterparts } from '../counterparts';
import { addKitchens, openBench, type Kitchens } from '../kitchens';
import { milliseconds, type Measure } from '../measure';

const most = 2;
const pages = 300;
/** Asked with a pause between, as one busy person would. */
const pauseMs = 10;

const p99 = (times: readonly number[]) =>
  [...times].sort((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN;

/** All events name one item, so many times as there are wanted. @returns the item, and another one that it is to become */
async function nameItem(bench: TestApp, { organisationId }: Kitchens, events: number): Promise<[number, number]> {
  const { db } = bench;
  const { id: hierarchyId } = await db
    .insertInto('hierarchy')
    .values({ organisation_id: organisationId, element_code: 'WASTEITEM', name: 'Items' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const items = await db
    .insertInto('ref_value')
    .values(
      ['Courgette', 'Zucchini'].map((name) => ({
        organisation_id: organisationId,
        hierarchy_id: hierarchyId,
        element_code: 'WASTEITEM',
        name,
      })),
    )
    .returning('id')
    .execute();
  const [from = 0, into = 0] = items.map(({ id }) => id);
  await sql`update waste_event set item_id = ${from} where organisation_id = ${organisationId}`.execute(db);
  const { rows: columns } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = 'waste_event' and column_name not in ('id', 'client_event_uuid') and is_generated = 'NEVER'
    order by ordinal_position`.execute(db);
  const copied = sql.join(columns.map(({ name }) => sql.ref(name)));
  for (;;) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from waste_event where organisation_id = ${organisationId}`.execute(db);
    const missing = events - (rows[0]?.n ?? 0);
    if (missing <= 0) break;
    await sql`
      insert into waste_event (client_event_uuid, ${copied})
      select gen_random_uuid(), ${copied} from waste_event where organisation_id = ${organisationId} limit ${missing}`.execute(
      db,
    );
  }
  await bench.resources.database.pool.query('vacuum analyze waste_event');
  return [from, into];
}

export const mergePages: Measure = {
  name: 'merge-pages',
  minutes: 8,
  run: ({ say, quick }) =>
    withCounterparts(async ({ databaseUrl, tare: start }) => {
      const events = quick ? 20_000 : 200_000;
      const bench = await openBench({ DATABASE_URL: databaseUrl });
      const kitchens = await addKitchens(bench, { locations: 40 });
      const { organisationId, viewer } = kitchens;
      const [valueId, intoId] = await nameItem(bench, kitchens, events);
      say(`${events.toLocaleString('en-US')} events name the item`);

      const path = `/performanceDashboard?startDate=${kitchens.start}&endDate=${kitchens.end}&wasteStageId=8`;
      let asked = 0;
      const time = async (url: string, cookie: string) => {
        const address = `${url}${path}&reductionExclusionThreshold=${(asked += 1) / 1e9}`;
        const { status, ms } = await ask({ url: address, headers: { cookie, accept: 'text/html' } });
        if (status !== 200) throw new Error(`the page was answered ${status}`);
        await wait(pauseMs);
        return ms;
      };
      const signIn = (url: string) => signInOver(url, { login: viewer.login, password });
      const merge = async () => {
        const { rows } = await sql<{ state: string; moved: number }>`
          select state, events_moved as moved from ref_merge where organisation_id = ${organisationId} and old_id = ${valueId}`.execute(
          bench.db,
        );
        return rows[0] ?? { state: '', moved: 0 };
      };

      let tare = await start();
      let cookie = await signIn(tare.url);
      const idle: number[] = [];
      for (let nth = -20; nth < pages; nth += 1) {
        const ms = await time(tare.url, cookie);
        if (nth >= 0) idle.push(ms);
      }
      const acting = actingAsSystem(bench.resources, { organisationId, name: 'bench' });
      const { version } = await bench.db
        .selectFrom('ref_value')
        .select('version')
        .where('id', '=', valueId)
        .executeTakeFirstOrThrow();
      const started = performance.now();
      await mergeValues(acting, { valueId, merge: { intoId, version } });
      const busy: number[] = [];
      while ((await merge()).moved < events / 2) busy.push(await time(tare.url, cookie));
      await tare.stop('SIGKILL');
      const { moved } = await merge();
      say(`killed after ${moved.toLocaleString('en-US')} events`);

      tare = await start();
      cookie = await signIn(tare.url);
      const again = performance.now();
      let resumed = 0;
      for (;;) {
        const now = await merge();
        if (resumed === 0 && now.moved > moved) resumed = performance.now() - again;
        if (now.state !== 'RUNNING') break;
        const ms = await time(tare.url, cookie);
        if (resumed > 0) busy.push(ms);
      }
      const took = (performance.now() - started) / 1_000;
      const { rows } = await sql<{ left: number; revisions: number }>`
        select (select count(*)::int from waste_event where organisation_id = ${organisationId} and item_id = ${valueId}) as left,
          (select count(*)::int from waste_event_revision where organisation_id = ${organisationId}) as revisions`.execute(
        bench.db,
      );
      await bench.close();
      const { left = -1, revisions = 0 } = rows[0] ?? {};
      say(
        `ended after ${took.toFixed(0)} s, resumed ${(resumed / 1_000).toFixed(0)} s after the start of another process`,
      );
      const [ours, floor] = [p99(busy), p99(idle)];
      return [
        {
          what: `p99 of a page while ${events.toLocaleString('en-US')} events are merged (${busy.length} pages)`,
          ours: milliseconds(ours),
          floor: `${milliseconds(floor)} idle`,
          ratio: ours / floor,
          bar: `≤ ${most}`,
          met: ours / floor <= most,
        },
        {
          what: 'events left behind, or moved twice, after kill -9 in the middle',
          ours: String(left + Math.abs(revisions - events)),
          bar: '0',
          met: left === 0 && revisions === events,
        },
      ];
    }),
};
