import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../support/counterparts/ports';
import { startPostgres } from '../support/counterparts/postgres-server';
import { startRedis } from '../support/counterparts/redis-server';
import { startTare } from '../support/counterparts/tare-process';
import { ask, type Answer } from '../support/counterparts/visitor';
import type { Fault } from './fault';
import { same } from './outage/asking';

const publicUrl = 'https://tare.example.org';
const password = 'four words in a row';

/** The first block of this language after a heading or sentence of the README. */
function blockAfter(text: string, language: string): string {
  const readme = readFileSync('README.md', 'utf8');
  const from = readme.indexOf(text);
  const found = from < 0 ? null : new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(readme.slice(from));
  if (!found?.[1]) throw new Error(`the README has no ${language} block after "${text}"`);
  return found[1];
}

/** The settings as the README has them, with this machine's own addresses and secrets. */
function settingsFile(own: Record<string, string>): string {
  return blockAfter('**3. The settings**', 'ini')
    .trim()
    .split('\n')
    .map((line) => line.split('=')[0] ?? '')
    .map((name) => [name, own[name]] as const)
    .map(([name, value]) => {
      if (value === undefined) throw new Error(`the README sets ${name}, which this fault does not know`);
      return `${name}=${value}\n`;
    })
    .join('');
}

/** What a shell makes of the file, as systemd would read it. */
function environmentOf(file: string): Record<string, string> {
  const { stdout } = spawnSync('env', ['-i', 'sh', '-ec', `set -a; . "${file}"; env -0`], { encoding: 'utf8' });
  return Object.fromEntries(
    stdout
      .split('\0')
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

/** A browser behind the proxy that has the certificate. */
class Browser {
  readonly cookies = new Map<string, string>();
  readonly insecure = new Set<string>();
  constructor(private readonly url: string) {}

  async ask(path: string, form?: Record<string, string>): Promise<Answer> {
    const answer = await ask({
      url: `${this.url}${path}`,
      ...(form ? { method: 'POST', body: new URLSearchParams(form).toString() } : {}),
      headers: {
        accept: 'text/html',
        host: new URL(publicUrl).host,
        'x-forwarded-proto': 'https',
        'x-forwarded-for': '203.0.113.7',
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form
          ? { 'content-type': 'application/x-www-form-urlencoded', origin: publicUrl, 'sec-fetch-site': 'same-origin' }
          : {}),
      },
    });
    this.keep(answer.headers);
    return answer;
  }

  /** Sends the form of a page, with what its hidden fields hold. */
  async send(path: string, typed: Record<string, string>, to = path.split('?')[0] ?? ''): Promise<Answer> {
    const page = await this.ask(path);
    const form =
      [...page.text.matchAll(/<form\b.*?<\/form>/gs)]
        .map(([text]) => text)
        .find((text) => text.includes(`action="${to}"`)) ?? page.text;
    const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name, value]) => [name ?? '', value ?? ''] as const,
    );
    return this.ask(to, { ...Object.fromEntries(hidden), ...typed });
  }

  private keep(headers: IncomingHttpHeaders): void {
    for (const cookie of headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.cookies.set(name, value);
      if (!/; *secure/i.test(cookie)) this.insecure.add(name);
    }
  }
}

/** From the link to the first page. @returns where it ended */
async function firstSignIn(browser: Browser, link: string, login: string): Promise<string> {
  const activated = await browser.send(link.slice(publicUrl.length), { password, repeatPassword: password });
  if (activated.headers.location !== '/home') return `the link gave ${activated.status}`;
  await browser.send('/logout', {});
  const entered = await browser.send('/login', { username: login, password });
  if (entered.headers.location !== '/home') return `the sign-in gave ${entered.status}`;
  const accepted = await browser.send('/privacy-policy', { accept: 'on' });
  if (accepted.headers.location !== '/home') return `the privacy policy gave ${accepted.status}`;
  const home = await browser.ask('/home');
  return home.status === 200 ? 'on /home' : `/home gave ${home.status}`;
}

export const productionSetup: Fault = {
  name: 'production-setup',
  quick: true,
  needs: ['postgres', 'redis'],
  async run(say) {
    const folder = mkdtempSync(join(tmpdir(), 'tare-setup-'));
    const postgres = await startPostgres();
    const redis = await startRedis();
    try {
      const admin = new pg.Client({ host: '127.0.0.1', port: postgres.port, user: 'postgres', database: 'postgres' });
      await admin.connect();
      await admin.query(`create role tare login password 'secret'`);
      await admin.query('create database tare owner tare encoding UTF8 template template0');
      await admin.end();

      const file = join(folder, 'env');
      const port = await freePort();
      writeFileSync(
        file,
        settingsFile({
          NODE_ENV: 'production',
          PORT: String(port),
          PUBLIC_URL: publicUrl,
          DATABASE_URL: `postgres://tare:secret@127.0.0.1:${postgres.port}/tare`,
          REDIS_URL: redis.url,
          SESSION_SECRET: randomBytes(32).toString('hex'),
          SMTP_URL: 'smtp://127.0.0.1:9',
          MAIL_FROM: '"Tare <tare@example.org>"',
          DATA_DIR: folder,
        }),
        { mode: 0o600 },
      );

      const typed = blockAfter('**4. The first account', 'sh').replace('/etc/tare/env', file);
      const commands = spawnSync('env', ['-i', `PATH=${process.env.PATH}`, 'sh', '-ec', typed], { encoding: 'utf8' });
      for (const line of `${commands.stdout}${commands.stderr}`.trim().split('\n'))
        say(line.replace(/token=\S+/, 'token=…'));
      const links = [...commands.stdout.matchAll(/^https:\S+$/gm)].map(([link]) => link);
      const logins = [...typed.matchAll(/email (\S+)/g)].map(([, login]) => login ?? '');

      const tare = await startTare({
        port,
        dataDir: folder,
        env: { DEMO: '', DEMO_PASSWORD: '', ...environmentOf(file) },
      });
      try {
        say(`ready after ${(await tare.ready()).toFixed(0)} ms`);
        const browsers = logins.map(() => new Browser(tare.url));
        const ends = await Promise.all(
          browsers.map((browser, at) => firstSignIn(browser, links[at] ?? '', logins[at] ?? '')),
        );
        const session = [...(browsers[0]?.cookies.keys() ?? [])].filter((name) => name.startsWith('__Host-')).length;
        const again = await new Browser(tare.url).ask((links[0] ?? '').slice(publicUrl.length));
        const plain = await ask({ url: `${tare.url}/dev/outbox`, headers: { accept: 'application/json' } });
        return [
          same(
            'Production set-up by the README: the commands of step 4',
            `exit ${commands.status}, ${links.length} links`,
            'exit 0, 2 links',
          ),
          same('… the first account of staff', ends[0] ?? 'nowhere', 'on /home'),
          same('… the first administrator of a customer', ends[1] ?? 'nowhere', 'on /home'),
          same(
            '… cookies without Secure',
            browsers.flatMap((browser) => [...browser.insecure]).join(' ') || 'none',
            'none',
          ),
          same('… cookies bound to the host', session > 0 ? 'yes' : 'no', 'yes'),
          same('… a used link', again.status, 410),
          same('… the outbox of development', plain.status === 200 ? 'open' : 'closed', 'closed'),
        ];
      } finally {
        await tare.stop();
      }
    } finally {
      await redis.remove();
      postgres.remove();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
