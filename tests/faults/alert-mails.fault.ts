import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { addMember, addUser } from '../../server/identity';
import type { Db } from '../../server/platform/db/database';
import { ask } from '../support/counterparts/visitor';
import type { Fault } from './fault';
import { same, within } from './outage/asking';
import { inHouse, type House } from './outage/house';

const events = 25;
const subscribers = 200;
/** What one batch raises is one mail to each. */
const deliveries = subscribers;
/** Between taking a mail and saying so: whoever is killed then has mail that its sender does not know to be delivered. */
const sayingMs = 10;
const downMs = 3_000;
const longestMs = 300_000;

/** An SMTP server that can be killed and started again at its port. */
interface PostOffice {
  url: string;
  /** Message-Ids of what it took, each time. */
  received: string[];
  /** Of the mails that were under way when it was killed. */
  underWay: Set<string>;
  kill(): Promise<void>;
  open(): Promise<void>;
}

function postOffice(): PostOffice {
  let door: Server | undefined;
  let port = 0;
  const sockets = new Set<Socket>();
  const saying = new Set<string>();
  const clerk = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, taken) {
      let text = '';
      stream.on('data', (piece: Buffer) => {
        text += piece.toString();
      });
      stream.on('end', () => {
        const id = /^Message-ID: (.*)$/im.exec(text)?.[1] ?? '';
        office.received.push(id);
        saying.add(id);
        setTimeout(() => {
          saying.delete(id);
          taken();
        }, sayingMs);
      });
    },
  });
  clerk.on('error', () => undefined);
  const office: PostOffice = {
    get url() {
      return `smtp://127.0.0.1:${port}`;
    },
    received: [],
    underWay: new Set(),
    async open() {
      door = createServer((socket) => {
        sockets.add(socket);
        socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
        clerk.server.emit('connection', socket);
      });
      door.listen(port, '127.0.0.1');
      await once(door, 'listening');
      port = (door.address() as { port: number }).port;
    },
    async kill() {
      for (const id of saying) office.underWay.add(id);
      const closed = new Promise<void>((done) => {
        door?.close(() => done());
      });
      for (const socket of sockets) socket.resetAndDestroy();
      await closed;
    },
  };
  return office;
}

/** An alert that every event raises, with people who want to know. */
async function prepare(db: Db, organisationId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const now = new Date();
    const alert = await trx
      .insertInto('alert')
      .values({
        organisation_id: organisationId,
        name: 'Everything',
        description: 'Whatever is weighed',
        comp_type: 'netWeightAmount',
        operator: 'GE',
        value: 0,
        unit_id: 12,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`insert into alert_set (organisation_id, alerts) values (${organisationId}, 1) on conflict (organisation_id) do update set alerts = alert_set.alerts + 1, version = excluded.version`.execute(
      trx,
    );
    for (let at = 0; at < subscribers; at += 1) {
      const login = `told-${at}@tare.test`;
      const userId = await addUser(trx, {
        login,
        email: login,
        fullName: `Told ${at}`,
        password: randomUUID(),
        privacyAccepted: true,
        now,
      });
      await addMember(trx, { tenantNumber: organisationId, userId, roles: ['viewer'] });
      const { id: notificationId } = await trx
        .insertInto('alert_notification')
        .values({
          organisation_id: organisationId,
          alert_id: alert.id,
          user_id: userId,
          frequency_since: now,
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await trx
        .insertInto('alert_notification_channel')
        .values({
          organisation_id: organisationId,
          notification_id: notificationId,
          channel: 'EMAIL',
          frequency: 'IMMEDIATE',
          since: now,
        })
        .execute();
    }
  });
}

async function weigh({ url, house }: { url: string; house: House }): Promise<void> {
  const locationId = await house.look(
    async (db) =>
      (
        await db
          .selectFrom('device')
          .select('location_id')
          .where('key_hash', 'is not', null)
          .where('organisation_id', '=', house.organisationId)
          .executeTakeFirstOrThrow()
      ).location_id,
  );
  const now = Date.now();
  const rows = Array.from({ length: events }, (_, at) => ({
    clientEventUuid: randomUUID(),
    locationId,
    occurredAt: new Date(now - at * 1_000).toISOString(),
    wasteStageId: 8,
    grossWeight: 1,
    unit: 'kg',
  }));
  const { status, text } = await ask({
    url: `${url}/rest/v1/waste-events`,
    method: 'POST',
    body: JSON.stringify({ events: rows }),
    headers: { authorization: `Bearer ${house.deviceKey}`, 'content-type': 'application/json' },
  });
  if (status !== 200 || text.split('"taken"').length - 1 !== events)
    throw new Error(`the batch was answered ${status}: ${text.slice(0, 300)}`);
}

const until = async (what: () => boolean) => {
  const started = performance.now();
  while (!what() && performance.now() - started < longestMs) await new Promise((later) => setTimeout(later, 20));
  return performance.now() - started;
};

export const alertMails: Fault = {
  name: 'alert-mails',
  quick: false,
  needs: ['postgres', 'redis'],
  run: (say) =>
    inHouse(async (house) => {
      const office = postOffice();
      await office.open();
      try {
        await house.look((db) => prepare(db, house.organisationId));
        const tare = await house.start({ env: { SMTP_URL: office.url, SMTP_TLS: 'off' } });
        await weigh({ url: tare.url, house });
        const firstMs = await until(() => office.received.length > 0);
        await until(() => office.received.length >= deliveries / 3);
        await office.kill();
        say(`killed after ${office.received.length} mails, ${office.underWay.size} of them under way`);
        await new Promise((later) => setTimeout(later, downMs));
        await office.open();
        await until(() => new Set(office.received).size >= deliveries);
        // What would come twice comes by then.
        await new Promise((later) => setTimeout(later, 5_000));
        const times = new Map<string, number>();
        for (const id of office.received) times.set(id, (times.get(id) ?? 0) + 1);
        const repeated = [...times].filter(([, count]) => count > 1).map(([id]) => id);
        const states = await house.look(
          async (db) =>
            (
              await sql<{
                state: string;
                n: number;
              }>`select state, count(*)::int as n from outbox where channel = 'mail' group by state`.execute(db)
            ).rows,
        );
        say(`${repeated.length} came twice`);
        return [
          within('Alert mails: the first after the event', Math.round(firstMs), 5_000),
          same('Alert mails that arrived, the server killed in the middle', String(times.size), String(deliveries)),
          same(
            'Alert mails repeated that were not under way at the kill',
            String(repeated.filter((id) => !office.underWay.has(id)).length),
            '0',
          ),
          same(
            'Alert mails that the outbox calls sent',
            states.map(({ state, n }) => `${state} ${n}`).join(' '),
            `sent ${deliveries}`,
          ),
        ];
      } finally {
        await office.kill();
      }
    }),
};
