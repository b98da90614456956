import { beforeAll, describe, expect, it } from 'vitest';
import { permissions } from '../../server/permission-matrix';
import { internalOrganisation } from '../../server/platform/actor';
import type { Permission } from '../../server/platform/permissions';
import { internalRoles } from '../../server/platform/permissions.rules';
import { newOrganisation, signedInAs, type Person } from '../support/people';
import { testApp, type TestApp } from '../support/test-app';

/** As the specification orders them. */
const specified: Record<string, string[]> = {
  reporting: [
    '/food-waste-dashboard',
    '/post-consumer',
    '/donation-dashboard',
    '/weight-accuracy',
    '/generate-reports',
    '/impact-update',
    '/volume-adjusted-metrics',
    '/performanceDashboard',
  ],
  prevention: ['/leaderboard', '/goals', '/enterprise-goals', '/alerts'],
  configuration: [
    '/data-manager',
    '/locationCalendar',
    '/deployment-status',
    '/device-monitor',
    '/menu-manager',
    '/user-manager',
  ],
  ccmTools: [
    '/baselines',
    '/waste-events',
    '/users',
    '/operators',
    '/hierarchies',
    '/manage-images',
    '/sites',
    '/organizations',
    '/cost-rules',
    '/sessions',
    '/notifications',
    '/mass-package-copy',
    '/feature-flags',
    '/support-console',
    '/device-shipper',
    '/device-hub',
    '/machine-vision',
    '/dynamic-menu-adapters',
  ],
  account: ['/account-settings', '/onboarding-dashboard', '/client-view'],
};

let app: TestApp;
let everything: Awaited<ReturnType<typeof signedInAs>> & { person: Person };
let home: string;

beforeAll(async () => {
  app = await testApp();
  everything = await signedInAs(app, { organisationId: await newOrganisation(app), permissions, locale: 'en_US' });
  home = (await everything.get('/home')).text;
});

const menusOf = (html: string) =>
  new Map(
    html
      .split(/(?=<details[^>]*data-menu=")/)
      .slice(1)
      .map((part) => {
        const menu = part.split('</details>')[0] ?? '';
        return [
          /data-menu="(\w+)"/.exec(menu)?.[1] ?? '',
          [...menu.matchAll(/<a [^>]*href="([^"?]+)/g)].map(([, href]) => href ?? ''),
        ] as const;
      }),
  );

describe('the navigation', () => {
  // Spec 2: Navigation bar: reporting, prevention tools, configuration, help center, CCM tools highlighted as secure, account menu
  it('has its menus in the order of the specification, the internal tools last and marked as secure', () => {
    const order = [...menusOf(home.slice(home.indexOf('id="tare-menu"'))).keys()];
    expect(order).toEqual(Object.keys(specified).filter((menu) => order.includes(menu)));
    expect(order).toEqual(expect.arrayContaining(['reporting', 'configuration', 'ccmTools']));
    expect(/<details[^>]*data-menu="ccmTools">[\s\S]*?<\/summary>/.exec(home)?.[0]).toMatch(/secureSummary/);
  });

  // Spec 2: Navigation bar: the screens of each menu
  it.each(Object.entries(specified))('holds the screens of %s in their order', (menu, wanted) => {
    const there = menusOf(home).get(menu) ?? [];
    const known = there.filter((href) => wanted.includes(href));
    // Client views are for internal staff.
    expect(known).toEqual(wanted.filter((href) => href !== '/client-view'));
  });

  // Spec 6: Menu visibility
  it.each(['basic', 'viewer', 'manager', 'administrator', 'support', 'internal-administrator'])(
    'leads each %s to the screens that they may open, and to no other',
    async (key) => {
      const organisationId = internalRoles.includes(key) ? internalOrganisation : await newOrganisation(app);
      const role = (await app.resources.members.roles(app.db, organisationId)).find((one) => one.key === key);
      const person = await signedInAs(app, { organisationId, permissions: role?.permissions as Permission[] });
      const shown = new Set([...menusOf((await person.get('/home')).text).values()].flat());
      const opened: string[] = [];
      for (const href of Object.values(specified).flat()) {
        const { status } = await person.get(href);
        expect([href, [200, 302].includes(status) || status]).toEqual([href, true]);
        if (status === 200) opened.push(href);
      }
      expect(opened).toEqual(
        Object.values(specified)
          .flat()
          .filter((href) => shown.has(href)),
      );
    },
  );

  // Spec 2: Help center: an external link; account menu with logout
  it('leads to the help center on another page, and ends with signing out', () => {
    expect(home).toMatch(
      new RegExp(`<a [^>]*href="${app.resources.config.helpUrl}" target="_blank" rel="noreferrer">`),
    );
    expect(menusOf(home).get('account')).toContain('/account-settings');
    expect(home).toMatch(/<form (?=[^>]*method="post")(?=[^>]*action="\/logout")/);
  });

  // Spec 2: Nav and footer are hidden on URLs of certificates and report pages
  it.each(['/home?of=impact-update-report', '/home?of=leaderboard/certificate', '/home?of=reports/pdf-reports'])(
    'is hidden at %s, with the footer',
    async (address) => {
      const { text } = await everything.get(address);
      expect(text).toContain('<main');
      expect(text).not.toMatch(/id="tare-menu"|data-menu|<footer/);
      expect(home).toMatch(/id="tare-menu"[\s\S]*data-menu[\s\S]*<footer/);
    },
  );
});

// Spec 2: Footer: copyright from 2014 to the current year and a privacy-policy link
// Spec 9: Footer copyright from 2014
it('the footer has the copyright from 2014 to the current year, and leads to the privacy policy', () => {
  const footer = /<footer[\s\S]*<\/footer>/.exec(home)?.[0] ?? '';
  expect(footer).toContain('© 2014–2026 Tare');
  expect(footer).toContain('href="/privacy-policy"');
});

// Spec 7: Start-up loads a configuration file and a translation file
it('a front end reads the settings and the sentences of a language before anybody has signed in', async () => {
  const config = await everything.get('/rest/v1/config');
  expect(config.body).toMatchObject({
    defaultLocale: 'en_US',
    locales: ['en_US', 'de_DE', 'es_ES', 'fr_FR'],
    helpUrl: app.resources.config.helpUrl,
  });
  const german = await everything.get('/rest/v1/i18n/de_DE');
  expect(german.body).toMatchObject({ nav: { home: 'Start' } });
});
