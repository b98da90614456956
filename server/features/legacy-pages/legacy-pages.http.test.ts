import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import listed from '../../../legacy/pages.json';
import { browser, newOrganisation, signedInAs } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { locales } from '../../../views/locales';
import { translator } from '../../platform/i18n/messages';
import { legacyPages } from './legacy-pages.contract';

let app: TestApp;
let organisationId: number;

beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app);
});

// Spec 2: Legacy route and permission: manage-baselines, sites, waste-events
// Spec 2: Legacy route hierarchies: EDIT_HIERARCHIES; cost-rules: VIEW_COST_RULES; their places among the CCM tools
// Spec 2: users, operators and organizations are framed pages behind EDIT_USERS, EDIT_OPERATORS and EDIT_ORGANIZATIONS
// Spec 2: CCM tools: /users, /operators and /organizations in their order
// Spec 7: EDIT_USERS, EDIT_OPERATORS and EDIT_ORGANIZATIONS belong to the CCM tools
it('lists the pages with their permissions and their places in the menu', () => {
  expect(legacyPages.map(({ name, permission, menuOrder }) => [name, permission, menuOrder])).toEqual([
    ['manage-baselines', 'EDIT_BASELINES', undefined],
    ['waste-events', 'EDIT_TRANSACTIONS', 2],
    ['users', 'EDIT_USERS', 3],
    ['operators', 'EDIT_OPERATORS', 4],
    ['hierarchies', 'EDIT_HIERARCHIES', 5],
    ['sites', 'EDIT_SITES', 7],
    ['organizations', 'EDIT_ORGANIZATIONS', 8],
    ['cost-rules', 'VIEW_COST_RULES', 9],
    ['notifications', 'EDIT_NOTIFICATIONS', 11],
  ]);
});

describe.each(listed)('$name', ({ name, titleKey, permission }) => {
  it('has its files and its title', () => {
    for (const extension of ['html', 'ts']) expect(existsSync(`legacy/${name}/${name}.${extension}`)).toBe(true);
    for (const locale of Object.keys(locales) as (keyof typeof locales)[])
      expect(translator(locale)(titleKey as 'legacy.sites.title')).not.toBe(titleKey);
  });

  // Spec 2: Legacy pages are HTML files shown in a full-height frame, chosen by route data
  // Spec 2: Legacy pages are HTML files in a frame
  // Spec 2: A framed page is shown to whoever has its permission
  // Attack: clickjacking with legacy frames
  it('is framed at the same view for whoever has the right', async () => {
    const agent = await signedInAs(app, { organisationId, permissions: [permission as 'EDIT_SITES'] });
    const host = await agent.get(`/${name}?page=2&text=a%26b`);
    expect(host.status).toBe(200);
    expect(host.text).toContain(`src="/legacy/${name}.html?page=2&amp;text=a%26b"`);
    expect(host.text).toMatch(/<nav id="tare-menu"[^>]*insideSecure/);
    expect(host.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    const page = await agent.get(`/legacy/${name}.html?page=2`);
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'self'");
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.text).toContain(`data-legacy-page="${name}"`);
    expect(page.text).toMatch(
      new RegExp(`<script type="module" src="/assets/legacy/${name}/${name}-\\w+\\.js"></script>`),
    );
    expect(page.text).toMatch(/<link rel="stylesheet" href="\/assets\/app-\w+\.css">/);
    expect(page.text).not.toMatch(/<script(?![^>]* src=)|\sstyle=|<!-- (?:head|waiting) -->/);
    expect(page.text).toMatch(
      /<title>([^<]+)<\/title>[\s\S]*<main aria-label="\1" aria-busy="true">[\s\S]*<p data-trouble role="alert" hidden>/,
    );
    expect(page.text).toMatch(/<head>\s*<meta charset="utf-8">\s*<meta name="viewport"/);
  });

  // Spec 4: A missing permission on a child route: redirect to /home
  it.each([
    ['nobody', {}, 401, '/login'],
    ['somebody without the right', { permissions: ['VIEW_BASE_LPO_PAGE'] }, 403, '/home'],
    [
      'somebody who has not accepted the privacy policy',
      { permissions: [permission], privacyAccepted: false },
      403,
      '/privacy-policy',
    ],
    [
      'somebody who must set a password',
      { permissions: [permission], passwordResetRequired: true },
      403,
      '/password-reset/force',
    ],
  ] as const)('tells %s that the session has ended', async (who, wish, status, leads) => {
    const agent = who === 'nobody' ? browser(app) : await signedInAs(app, { organisationId, ...(wish as object) });
    const page = await agent.get(`/legacy/${name}.html`);
    expect(page.status).toBe(status);
    expect(page.text).toContain('data-legacy-page="session-ended"');
    expect(page.text).toMatch(/src="\/assets\/legacy\/session-ended\/session-ended-\w+\.js"/);
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'self'");
    const host = await agent.get(`/${name}`);
    expect([host.status, host.headers.location]).toEqual([302, leads]);
  });
});

it('gives a menu entry only to whoever has the right and the CCM tools', async () => {
  const entry = /href="\/waste-events"/;
  const home = async (permissions: readonly ('EDIT_TRANSACTIONS' | 'VIEW_CCM_TOOLS_TAB')[]) =>
    (await (await signedInAs(app, { organisationId, permissions })).get('/home')).text;
  expect(await home(['EDIT_TRANSACTIONS', 'VIEW_CCM_TOOLS_TAB'])).toMatch(entry);
  expect(await home(['EDIT_TRANSACTIONS'])).not.toMatch(entry);
  expect(await home(['VIEW_CCM_TOOLS_TAB'])).not.toMatch(entry);
});

it.each([
  '/legacy/other.html',
  '/legacy/..%2fpackage.json',
  '/legacy/session-ended.html',
  '/legacy/pages.json',
  '/legacy/',
])('serves nothing at %s', async (path) => {
  const answer = await (await signedInAs(app, { organisationId })).get(path);
  expect(answer.text).not.toContain('data-legacy-page');
  expect(answer.text).not.toContain('titleKey');
});
