import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { keptErrors } from '../../../server/features/imports/import.contract';
import { permissions } from '../../../server/permission-matrix';
import { addSimulatedOrganisation } from '../../../server/setup/demo';
import { startTare } from '../../../tests/support/counterparts/tare-process';
import { signInOver } from '../../../tests/support/counterparts/visitor';
import type { Place, Values } from '../../../tests/support/example';
import { recordsAt } from '../../../tests/support/examples';
import { inFolder } from '../../../tests/support/in-folder';
import { newPerson, password, unique } from '../../../tests/support/people';
import type { TestApp } from '../../../tests/support/test-app';
import { readingAddresses } from '../addresses';
import { openBench, type Bench } from '../kitchens';
import { milliseconds, type Figure, type Measure, type Tools } from '../measure';

const barMs = 1_000;
/** A download is read for so long: its slices are alike. */
const longestReadMs = 6_000;

const mostTries = 3;
/** The neighbour alone shows how busy the machine is by itself. */
const aloneMs = 10_000;

/** The embedded database has one connection and cancels nothing: whoever holds it for long holds up everybody. */
export const embeddedBounds: Measure = {
  name: 'embedded-bounds',
  minutes: 10,
  run: (tools) => inFolder((folder) => boundsIn(folder, tools)),
};

/** Who asks, and for what. */
interface Asker {
  login: string;
  addresses: readonly string[];
}

async function boundsIn(dataDir: string, { say, quick }: Tools): Promise<Figure[]> {
  const events = quick ? 20_000 : 1_000_000;
  const bench = await openBench({ DATA_DIR: dataDir });
  const askers = await fill(bench, { events, say }).finally(() => bench.close());
  const tare = await startTare({ dataDir, env: { RATE_LIMITS: 'off' } });
  try {
    await tare.ready();
    const waits = [];
    const alone = [];
    for (const { login, addresses } of askers) {
      const asker = { url: tare.url, cookie: await signInOver(tare.url, { login, password }) };
      alone.push((await longestWait(asker, () => wait(aloneMs))).longest);
      say(`${addresses.length} addresses for ${login}`);
      waits.push(...(await walk({ ...asker, addresses, say })));
    }
    const slowest = waits.sort((a, b) => b.ms - a.ms).slice(0, 10);
    for (const { address, ms } of slowest) say(`neighbour ${milliseconds(ms)}: ${address}`);
    const { address = '', ms = Number.NaN } = slowest[0] ?? {};
    return [
      {
        what: `longest wait of a neighbour, embedded, ${events.toLocaleString('en-US')} events (${address})`.slice(
          0,
          150,
        ),
        ours: milliseconds(ms),
        floor: `${milliseconds(Math.max(...alone))} alone`,
        bar: `≤ ${barMs} ms`,
        met: ms <= barMs,
      },
    ];
  } finally {
    await tare.stop();
  }
}

/** Somebody who sees everything asks for everything; somebody limited to the largest site sees less of it, and asks the database for more. */
async function fill(
  bench: Bench & TestApp,
  { events, say }: { events: number; say(line: string): void },
): Promise<Asker[]> {
  const found = await bench.db.selectFrom('waste_event').select('organisation_id').limit(1).executeTakeFirst();
  const organisationId =
    found?.organisation_id ??
    (await addSimulatedOrganisation(bench.resources, { name: 'Bench', events, seed: 1, password, say })).organisationId;
  const place = await largestPlace(bench, organisationId);
  const full = { ...place, deviceKey: '', records: await recordsAt(bench, place) };
  await fillLists(bench, { organisationId, importId: Number(full.records.get('imports')?.['imports/:id']) });
  await bench.resources.database.pool.query('vacuum analyze');
  say('the database is filled');
  const question = await largestQuestion(bench, place);
  const reading = readingAddresses(bench, full, question);
  const { login } = await newPerson(bench, { organisationId, permissions });
  const limited = await newPerson(bench, { organisationId, permissions, sites: [place.siteId] });
  return [
    { login, addresses: [...new Set([...reading, ...eventAddresses(question)])] },
    { login: limited.login, addresses: reading },
  ];
}

/** Of filters whose value decides nothing about the cost. */
const otherTexts = [
  'rename',
  '_filter',
  'sortDirection',
  'name',
  'email',
  'roleIds',
  'searchFilter',
  'ids',
  '_email',
  '_namePrefix',
  '_tenantId',
  '_subTenantId',
  'searchString',
  'channel',
  'search',
  'value',
  'saved',
  'as',
];
const asOne = (names: readonly string[], value: string): Values =>
  Object.fromEntries(names.map((name) => [name, value]));

/** What grows beside the events. */
async function fillLists(
  { db }: Bench,
  { organisationId, importId }: { organisationId: number; importId: number },
): Promise<void> {
  await sql`insert into import_batch (organisation_id, file_name, mapping, state, created_at) select ${organisationId}, 'week ' || n, '{}', 'DONE', now() from generate_series(1, 5000) n`.execute(
    db,
  );
  await sql`
    insert into import_error (organisation_id, batch_id, line, column_name, code, params, raw)
    select ${organisationId}, ${importId}, n, 'site', 'import.unknownSite', '{"site": "Nowhere"}', 'Nowhere' from generate_series(1, ${keptErrors.run}::int) n`.execute(
    db,
  );
  await sql`
    insert into audit_log (organisation_id, actor, at, action, entity, entity_id) select ${organisationId}, 'Bench', now(), 'calendar.close', 'calendar', 'many' from generate_series(1, 20000)`.execute(
    db,
  );
}

/** Where the newest is weighed: the records of the features are made there. */
async function largestPlace({ db }: Bench, organisationId: number): Promise<Place> {
  const {
    rows: [row],
  } = await sql<Pick<Place, 'siteId' | 'locationId' | 'deviceId'>>`
    select l.site_id as "siteId", e.location_id as "locationId", e.device_id as "deviceId"
    from waste_event e join location l on l.id = e.location_id
    where e.organisation_id = ${organisationId} and e.item_id is not null order by e.occurred_at desc limit 1`.execute(
    db,
  );
  if (!row) throw new Error('there are no events');
  return { organisationId, ...row, mark: unique('Bench'), organisationMark: unique('Bench') };
}

/** What the features' examples ask, of all that there is. */
async function largestQuestion({ db }: Bench, { organisationId, siteId, deviceId }: Place): Promise<Values> {
  const frequent = (column: string) =>
    sql`(select ${sql.ref(column)} from waste_event where organisation_id = ${organisationId} and ${sql.ref(column)} is not null group by 1 order by count(*) desc limit 1)`;
  const {
    rows: [row],
  } = await sql<Values>`
    select (select id from hierarchy where organisation_id = ${organisationId} and element_code = 'WASTEITEM' limit 1) as "hierId",
      ${frequent('item_id')} as "itemId", ${frequent('reason_id')} as "reasonId", ${frequent('source_id')} as "sourceId", ${frequent('sink_id')} as "sinkId",
      ${frequent('daypart_id')} as "daypartId", ${frequent('container_id')} as "containerId", s.country_code as "countryCode", r.name as region, r.name as "regionName",
      g.name as segment, g.name as "segmentName", e.*
    from site s left join region r on r.id = s.region_id left join segment g on g.id = s.segment_id,
      (select date_trunc('week', min(local_date))::date as "startDate", date_trunc('week', max(local_date))::date - 1 as "endDate", to_char(max(local_date), 'YYYY-MM') as month
        from waste_event where organisation_id = ${organisationId}) e
    where s.id = ${siteId}`.execute(db);
  const given = Object.fromEntries(Object.entries(row ?? {}).filter(([, value]) => value !== null));
  return {
    ...given,
    deviceId,
    from: String(row?.endDate),
    to: String(row?.endDate),
    change: randomUUID(),
    element: 'WASTEITEM',
    elementCode: 'WASTEITEM',
    q: 'e',
    text: 'e',
    redirectUrl: '/home',
    ...asOne(['maxAge', '_limit', '_offset', 'pageOffset', 'pageSize', '_maxInactiveSeconds', 'sheet', 'header'], '10'),
    ...asOne(otherTexts, 'e'),
    wasteStageName: 'Pre-consumer',
    page: 200,
    limit: 50,
    size: 200,
    reductionExclusionThreshold: 0.5,
  };
}

/** The list of events by texts and by filters that meet seldom or never, and the download. */
function eventAddresses({ deviceId, itemId }: Values): string[] {
  const lists = [
    'limit=200',
    'page=2000',
    'sort=netGrams&page=50&limit=200',
    'sort=occurredAt&page=200',
    'itemId=1',
    'deviceId=1&origin=WEB',
    `deviceId=${deviceId}&wasteStageId=23`,
    `itemId=${itemId}&wasteStageId=9`,
    `itemId=${itemId}&deviceId=${deviceId}&sort=netGrams`,
    `itemId=${itemId}&sort=netGrams`,
    `itemId=${itemId}&page=200`,
    'text=e&origin=WEB',
    'startDate=2020-01-01&endDate=2020-12-31',
    'wasteStageId=23&sort=-itemName',
    ...['e', 'salmon', 'walk-in', 'zzzz', '4711', '999999', '47', 'cafe', 'Patient kitchen'].flatMap((text) => [
      `text=${text}`,
      `text=${text}&sort=itemName`,
    ]),
  ].map((query) => `/rest/v1/waste-events?${query}`);
  const downloads = ['text=zzzz', 'text=47', `deviceId=${deviceId}&wasteStageId=23`].map(
    (query) => `/rest/v1/waste-events/export?${query}`,
  );
  return [...lists, ...downloads];
}

interface Walk {
  url: string;
  cookie: string;
  addresses: readonly string[];
  say(line: string): void;
}

/** How long somebody who asks for something small all the time has to wait at most while something is done. */
async function longestWait<T>(
  { url, cookie }: Pick<Walk, 'url' | 'cookie'>,
  work: () => Promise<T>,
): Promise<{ longest: number; answer: T }> {
  let asking = true;
  let longest = 0;
  const neighbour = (async () => {
    do longest = Math.max(longest, (await timed(`${url}/rest/v1/config`, cookie)).ms);
    while (asking);
  })();
  const answer = await work();
  asking = false;
  await neighbour;
  return { longest, answer };
}

/** Asks for one address after the other beside that neighbour; again where it took long: what is long by itself is so each time, a machine that others use is not. */
async function walk({ url, cookie, addresses, say }: Walk): Promise<{ address: string; ms: number }[]> {
  const waits: { address: string; ms: number }[] = [];
  for (const address of addresses) {
    let ms = Infinity;
    for (let tries = 0; tries < mostTries && ms > barMs; tries += 1) {
      const { longest, answer: asked } = await longestWait({ url, cookie }, () => timed(url + address, cookie));
      if (asked.status >= 400 || asked.ms > 300 || longest > 300)
        say(`${asked.status} ${milliseconds(asked.ms)}, neighbour ${milliseconds(longest)}: ${address}`);
      ms = Math.min(ms, longest);
    }
    waits.push({ address, ms });
  }
  return waits;
}

function timed(url: string, cookie: string): Promise<{ status: number; ms: number }> {
  const started = performance.now();
  return new Promise((done, refuse) => {
    const asked = request(url, { headers: { cookie, accept: 'text/html, application/json' } }, (response) => {
      const end = () => done({ status: response.statusCode ?? 0, ms: performance.now() - started });
      const late = setTimeout(() => response.destroy(), longestReadMs);
      response
        .on('close', () => {
          clearTimeout(late);
          end();
        })
        .resume();
    });
    asked.on('error', refuse).end();
  });
}
