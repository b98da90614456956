import { beforeAll, describe, expect, it } from 'vitest';
import { otherApp } from '../../../tests/support/other-app';
import { browser, newOrganisation, newPerson, signedInAs, signIn } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { analyticsOf } from './analytics';
import { freshTag } from './kept-pages';

const container = 'GTM-AB12CD3';
const google = /googletagmanager|google-analytics|analytics\.google/;

let plain: TestApp;
let measured: TestApp;
let organisationId: number;

beforeAll(async () => {
  plain = await testApp();
  measured = otherApp(plain, { config: { analytics: { container, staffDomains: ['staff.test'] } } });
  organisationId = await newOrganisation(plain);
});

const policyOf = ({ headers }: { headers: Record<string, string> }) => headers['content-security-policy'] ?? '';
const permissions = ['VIEW_BASE_LPO_PAGE', 'EDIT_SITES'] as const;

describe('the label of a reader', () => {
  // Spec 5: Analytics labels a user as employee or customer by e-mail domain
  it.each([
    ['stella@staff.test', 'employee'],
    ['Stella@STAFF.test', 'employee'],
    ['stella@kitchen.staff.test', 'customer'],
    ['staff.test@kitchen.test', 'customer'],
    ['"a@staff.test"@kitchen.test', 'customer'],
    ['', 'customer'],
  ])('of %s is %s', (email, audience) => {
    expect(
      analyticsOf({ analytics: { container, staffDomains: ['staff.test'] } }, { email, clientView: null }),
    ).toEqual({ container, audience });
  });

  it('is employee for staff who look with a customer’s eyes', () => {
    const clientView = {
      id: '1',
      by: { userId: 1, userUuid: 'u', login: 'stella', fullName: 'Stella', locale: 'en_US' as const },
      endsAt: new Date(0),
      begunIn: '2',
    };
    expect(
      analyticsOf({ analytics: { container, staffDomains: [] } }, { email: 'kim@kitchen.test', clientView }),
    ).toEqual({ container, audience: 'employee' });
  });

  it('is made where a container is set, and nowhere else', () => {
    expect(
      analyticsOf(
        { analytics: { container: undefined, staffDomains: ['staff.test'] } },
        { email: 'stella@staff.test', clientView: null },
      ),
    ).toBeNull();
  });
});

describe('the analytics container', () => {
  it('is named by no answer where none is set', async () => {
    const person = await signedInAs(plain, { organisationId, permissions });
    for (const path of ['/home', '/deployment-status', '/login', '/legacy/sites.html', '/rest/v1/user']) {
      const answer = await person.get(path);
      expect(policyOf(answer)).not.toMatch(google);
      expect(answer.text).not.toMatch(/GTM-|data-audience/);
    }
  });

  it('is on the pages of whoever is signed in, with hosts by name and nothing loosened beyond', async () => {
    const { login } = await newPerson(plain, { organisationId, permissions });
    await plain.db
      .updateTable('identity.user')
      .set({ email: `${login}.staff@staff.test` })
      .where('login', '=', login)
      .execute();
    const person = await signIn(measured, login);
    const page = await person.get('/home');
    expect(page.text).toContain(`data-analytics="${container}" data-audience="employee"`);
    expect(policyOf(page)).toContain("script-src 'self' https://www.googletagmanager.com;");
    expect(policyOf(page)).toContain(
      "connect-src 'self' https://*.google-analytics.com https://*.analytics.google.com https://www.googletagmanager.com;",
    );
    expect(policyOf(page)).toContain("frame-ancestors 'none'");
    expect(policyOf(page)).not.toMatch(/unsafe|nonce/);
    expect(page.text).not.toMatch(/@staff\.test/);
    expect(page.text).not.toContain('<script>');
  });

  it('is told the same when a page has not changed', async () => {
    const person = await signedInAs(measured, { organisationId, permissions });
    const first = await person.get('/deployment-status');
    expect(first.text).toContain('data-audience="customer"');
    const again = await person.get('/deployment-status').set('If-None-Match', first.headers.etag ?? '');
    expect([again.status, policyOf(again)]).toEqual([304, policyOf(first)]);
  });

  it('makes pages of before it was set, or of another label, none that a browser may keep', () => {
    const tags = [null, { container, audience: 'customer' as const }, { container, audience: 'employee' as const }].map(
      (analytics) => freshTag('key', 'session', { theme: null, analytics }),
    );
    expect(new Set(tags).size).toBe(3);
  });

  it('is in no frame, no call, and on no page that may have a secret in its address', async () => {
    const person = await signedInAs(measured, { organisationId, permissions });
    const visitor = browser(measured);
    const answers = await Promise.all([
      person.get('/legacy/sites.html'),
      person.get('/rest/v1/user'),
      person.get('/privacy-policy'),
      person.get('/nothing'),
      visitor.get('/login'),
      visitor.get('/logout'),
      visitor.get('/activate-user?token=abc'),
      visitor.get('/password-reset?token=abc'),
      visitor.get('/legacy/sites.html'),
    ]);
    for (const answer of answers) {
      expect(policyOf(answer)).toContain("script-src 'self';");
      expect(policyOf(answer)).not.toMatch(google);
      expect(answer.text).not.toMatch(/GTM-|data-audience/);
    }
  });
});
