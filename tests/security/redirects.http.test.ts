import { beforeAll, describe, expect, it } from 'vitest';
import { isOwnPath } from '../../server/platform/http/target-cookie';
import { browser, newOrganisation, signedInAs } from '../support/people';
import { publicUrl, testApp, type TestApp } from '../support/test-app';

/** Ways to write another host, a script, or a second header. */
const elsewhere = [
  '//evil.test',
  '///evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  '/\\/evil.test',
  'https://evil.test',
  'https:evil.test',
  'HTTPS://evil.test/home',
  '//evil.test@tare.test',
  'http://tare.test@evil.test',
  'http://tare.test.evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  ' //evil.test',
  '/%09/evil.test\r\nSet-Cookie: a=b',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '/home\r\nLocation: https://evil.test',
  '/\u2028/evil.test',
  '\u{ff0f}\u{ff0f}evil.test',
  '.evil.test',
  'home',
];
/** They look bad and stay here. */
const here = [
  '/%2f%2fevil.test',
  '/%5cevil.test',
  '/home?next=https://evil.test',
  '/home#//evil.test',
  '/.//evil.test',
  '/home/..//evil.test',
];

let app: TestApp;
let agent: Awaited<ReturnType<typeof signedInAs>>;

beforeAll(async () => {
  app = await testApp();
  agent = await signedInAs(app, { organisationId: await newOrganisation(app) });
});

const hostOf = (location: string) => new URL(location, publicUrl).host;
const own = new URL(publicUrl).host;

/** The cookie with the remembered target that this return address leaves in a browser. */
async function targetCookie(target: string): Promise<string | undefined> {
  const answer = await browser(app).get(`/logout?ended=1&return=${encodeURIComponent(target)}`);
  expect([target, answer.status, answer.headers.location]).toEqual([target, 303, '/login?ended=1']);
  return (answer.headers['set-cookie'] as unknown as string[] | undefined)
    ?.find((cookie) => cookie.startsWith('tare-target=') && !cookie.startsWith('tare-target=;'))
    ?.split(';')[0];
}

describe('a return address', () => {
  // ASVS V3.7.2
  // Attack: open redirect
  it.each(elsewhere)('is not remembered when it is %j', async (target) => {
    expect(isOwnPath(target)).toBe(false);
    expect(await targetCookie(target)).toBeUndefined();
  });

  // ASVS V3.7.2
  it.each(here)('leads to this site when it is %j', async (target) => {
    const remembered = await targetCookie(target);
    if (remembered === undefined) return expect(isOwnPath(target)).toBe(false);
    const answer = await agent.get('/home').set('Cookie', `${remembered}; ${await sessionCookie()}`);
    const location = String(answer.headers.location ?? '/');
    expect([location.startsWith('/') && !location.startsWith('//'), hostOf(location)]).toEqual([true, own]);
  });

  // Attack: open redirect
  it('that somebody wrote into the cookie without our signature is not followed', async () => {
    for (const forged of [
      'tare-target=https%3A%2F%2Fevil.test',
      'tare-target=s%3Ahttps%3A%2F%2Fevil.test.AAAA',
      'tare-target=%2Fimports',
    ]) {
      const answer = await agent.get('/home').set('Cookie', `${forged}; ${await sessionCookie()}`);
      expect([forged, answer.status]).toEqual([forged, 200]);
    }
  });
});

async function sessionCookie(): Promise<string> {
  return agent.jar
    .getCookies({ domain: '127.0.0.1', path: '/', secure: false, script: false })
    .map((cookie) => cookie.toValueString())
    .join('; ');
}

describe('every redirect stays on this site', () => {
  // ASVS V3.7.2
  it.each(elsewhere.filter((target) => target.startsWith('/')))('before signing in, for a page at %j', async (path) => {
    const answer = await browser(app).get(encodeURI(path).replaceAll('%5C', '\\').replaceAll('%25', '%'));
    if (answer.headers.location) expect(hostOf(answer.headers.location)).toBe(own);
    expect(answer.headers['set-cookie']?.toString() ?? '').not.toContain('evil');
  });

  // ASVS V4.1.3
  // Attack: host header
  it.each(['Host', 'X-Forwarded-Host', 'Forwarded', 'X-Host', 'X-Original-URL', 'X-Rewrite-URL', 'X-Forwarded-Prefix'])(
    'whatever %s says',
    async (header) => {
      const value =
        header === 'Forwarded' ? 'host=evil.test;proto=https' : header.includes('URL') ? '//evil.test' : 'evil.test';
      for (const path of ['/', '/nothing', '/html/manageGoals.html', '/deployment-status']) {
        const answer = await browser(app).get(path).set(header, value);
        expect([path, answer.headers.location?.startsWith('/') && !answer.headers.location.startsWith('//')]).toEqual([
          path,
          true,
        ]);
        expect(JSON.stringify(answer.headers) + answer.text).not.toContain('evil.test');
      }
    },
  );
});
