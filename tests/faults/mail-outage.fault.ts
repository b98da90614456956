import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import type { TareProcess } from '../support/counterparts/tare-process';
import { ask } from '../support/counterparts/visitor';
import type { Fault, Finding } from './fault';
import { asPerson, batch, same, untilRight, within } from './outage/asking';
import { openHouse, type House } from './outage/house';

const modes = ['refusing', 'silent', 'slow', 'greeting without end', 'breaking off'] as const;
type Mode = (typeof modes)[number] | 'well';

/** An SMTP server with moods. */
interface PostOffice {
  url: string;
  mode: Mode;
  /** Message-Ids of what it took. */
  received: string[];
  /** Connections while it was not well. */
  tried: number;
  close(): Promise<void>;
}

async function openPostOffice(): Promise<PostOffice> {
  const received: string[] = [];
  const clerk = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, taken) {
      let text = '';
      stream.on('data', (piece: Buffer) => {
        text += piece.toString();
      });
      stream.on('end', () => {
        received.push(/^Message-ID: (.*)$/im.exec(text)?.[1] ?? '');
        taken();
      });
    },
  });
  const open = new Set<Socket>();
  const behave: Record<Mode, (socket: Socket) => void> = {
    well: (socket) => clerk.server.emit('connection', socket),
    refusing: (socket) => socket.resetAndDestroy(),
    silent: () => undefined,
    slow: (socket) => {
      setTimeout(() => clerk.server.emit('connection', socket), 4_000);
    },
    'greeting without end': (socket) => {
      const talk = setInterval(() => socket.write('220-and another thing\r\n'), 100);
      socket.once('close', () => clearInterval(talk));
    },
    'breaking off': (socket) => {
      socket.write('220 hello\r\n', () => socket.end());
    },
  };
  const door: Server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined).once('close', () => open.delete(socket));
    if (office.mode !== 'well') office.tried += 1;
    behave[office.mode](socket);
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  const office: PostOffice = {
    url: `smtp://127.0.0.1:${(door.address() as { port: number }).port}`,
    mode: 'well',
    received,
    tried: 0,
    close: () =>
      new Promise((done) => {
        door.close(() => done());
        for (const socket of open) socket.destroy();
      }),
  };
  return office;
}

/** Asks for a reset link as a visitor does. @returns milliseconds that the answer took */
async function askForLink({ url }: TareProcess, email: string): Promise<number> {
  const form = await ask({ url: `${url}/forgot-password`, headers: { accept: 'text/html' } });
  const token = /name="_csrf" value="([^"]+)"/.exec(form.text)?.[1] ?? '';
  const cookie = (form.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; ');
  const answer = await ask({
    url: `${url}/forgot-password`,
    method: 'POST',
    body: new URLSearchParams({ _csrf: token, email }).toString(),
    headers: {
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
      origin: url,
      'sec-fetch-site': 'same-origin',
      cookie,
    },
  });
  if (answer.status >= 400) throw new Error(`asking for a link gave ${answer.status}`);
  return answer.ms;
}

const outbox = (house: House) =>
  house.look(
    async (db) =>
      (
        await sql<{ message: string; sent: boolean }>`
  select '<' || id || '@' as message, state = 'sent' as sent from outbox where channel = 'mail' order by created_at, id`.execute(
          db,
        )
      ).rows,
  );
/** All of so many mails are out. */
const allSent = async (house: House, count: number) => {
  const mails = await outbox(house);
  return mails.length >= count && mails.every(({ sent }) => sent);
};
const marks = (house: House) =>
  house.look(
    async (db) => (await sql<{ n: number }>`select count(*) as n from dirty_week`.execute(db)).rows[0]?.n ?? 0,
  );

/** @returns milliseconds until `what` was so */
async function until(what: () => Promise<boolean> | boolean, withinMs: number): Promise<number> {
  const started = performance.now();
  while (!(await what())) {
    if (performance.now() - started > withinMs) return Number.POSITIVE_INFINITY;
    await new Promise((later) => setTimeout(later, 100));
  }
  return performance.now() - started;
}

interface Case {
  house: House;
  tare: TareProcess;
  office: PostOffice;
  mode: Mode;
  usualMs: number;
}

async function unwell({ house, tare, office, mode, usualMs }: Case): Promise<Finding[]> {
  const what = `Mail server ${mode}`;
  office.mode = mode;
  office.tried = 0;
  const known = (await outbox(house)).length;
  const asked = await askForLink(tare, house.login);
  const [signedIn, tried] = await Promise.all([
    timed(() => house.signIn(tare.url)),
    until(() => office.tried > 0, 20_000),
  ]);
  // While the mail's job is stuck another one runs.
  await ask(batch(tare.url, house.deviceKey));
  const rolledUp = await until(async () => (await marks(house)) === 0, 20_000);
  // Long enough for the longest of the limits, so that the job fails and comes again.
  if (mode !== 'slow') await until(() => office.tried > 1, 60_000);
  office.mode = 'well';
  const delivered = await until(() => allSent(house, known + 1), 90_000);
  const mails = (await outbox(house)).slice(known);
  const times = mails.map(({ message }) => office.received.filter((one) => one.startsWith(message)).length);
  return [
    within(`${what}: asking for a reset link (usually ${Math.round(usualMs)} ms)`, asked, Math.round(usualMs + 500)),
    within(`${what}: signing in`, signedIn, 2_000),
    within(`${what}: another job meanwhile`, rolledUp, 6_000),
    same(
      `${what}: the mail was tried, and went out afterwards so many times`,
      `${Number.isFinite(tried) && Number.isFinite(delivered) ? times.join(' ') : 'never'}`,
      '1',
    ),
  ];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

export const mailOutage: Fault = {
  name: 'mail-outage',
  quick: false,
  needs: ['postgres', 'redis'],
  async run(say) {
    const house = await openHouse();
    const office = await openPostOffice();
    try {
      const tare = await house.start({ env: { SMTP_URL: office.url, SMTP_TLS: 'off' } });
      await untilRight(asPerson(tare.url, '/login', ''), ({ status }) => status === 200);
      await askForLink(tare, house.login);
      const usualMs = await askForLink(tare, house.login);
      await until(() => allSent(house, 2), 30_000);
      const findings: Finding[] = [];
      for (const mode of modes) {
        findings.push(...(await unwell({ house, tare, office, mode, usualMs })));
        say(`${mode} is done`);
      }
      return findings;
    } finally {
      await house.remove();
      await office.close();
    }
  },
};
