import { beforeAll, describe, expect, it } from 'vitest';
import { features } from '..';
import { declaredRoutes } from '../../../tests/support/declared-routes';
import { addLocation, addSite } from '../../../tests/support/factories';
import { browser, newOrganisation, signedInAs } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { identityNav } from '../../identity';
import type { Permission } from '../../platform/permissions';
import type { Found, SearchAnswer } from './search.contract';

let app: TestApp;
let organisationId: number;
let site: { north: number; south: number };
let bar: number;
const longName = 'Bakery of the very long corridor '.repeat(5).trim();

beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app);
  site = {
    north: await addSite(app, { organisationId, name: 'North Campus' }),
    south: await addSite(app, { organisationId, name: 'South Campus' }),
  };
  bar = await addLocation(app, { organisationId, siteId: site.north, name: 'Crème Bar', stages: [8] });
  await addLocation(app, { organisationId, siteId: site.south, name: 'Crème Kitchen', stages: [8] });
  await addLocation(app, { organisationId, siteId: site.south, name: longName, stages: [8] });
  const other = await newOrganisation(app);
  const abroad = await addSite(app, { organisationId: other, name: 'North Abroad' });
  await addLocation(app, { organisationId: other, siteId: abroad, name: 'Crème Abroad', stages: [8] });
});

type Wish = Omit<Parameters<typeof signedInAs>[1], 'organisationId'>;

async function asked(text: string, wish: Wish = {}): Promise<SearchAnswer> {
  const agent = await signedInAs(app, { organisationId, ...wish });
  return (await agent.get('/rest/v1/search').query({ text }).expect(200)).body;
}
const labels = ({ results }: SearchAnswer) => results.map(({ label }) => label);
const figures: readonly Permission[] = ['VIEW_BASE_LPO_PAGE'];

describe('pages', () => {
  it.each([
    ['users', 'EDIT_USERS', { kind: 'page', label: 'Users', within: 'CCM tools', href: '/users' }],
    [
      'waste ev',
      'EDIT_TRANSACTIONS',
      { kind: 'page', label: 'Waste events', within: 'CCM tools', href: '/waste-events' },
    ],
    [
      'manage base',
      'EDIT_BASELINES',
      { kind: 'page', label: 'Manage baselines', within: 'CCM tools', href: '/manage-baselines' },
    ],
  ] as const)(
    '%s is found by whoever may open it, whether their role shows its menu or not',
    async (text, may, found) => {
      expect((await asked(text, { permissions: [may] })).results).toContainEqual(found);
      expect(labels(await asked(text, { permissions: ['VIEW_CCM_TOOLS_TAB'] }))).not.toContain(found.label);
    },
  );

  it('are found in the language of the person', async () => {
    const { results } = await asked('benutz', { permissions: ['EDIT_USERS'], locale: 'de_DE' });
    expect(results).toEqual([{ kind: 'page', label: 'Benutzer', within: expect.any(String), href: '/users' }]);
  });

  it('are found by what can be set on them', async () => {
    expect((await asked('exclude overall')).results).toEqual([
      { kind: 'setting', label: 'Exclude from overall figures', within: 'Settings', href: '/account-settings' },
    ]);
    expect((await asked('passk')).results).toMatchObject([{ kind: 'setting', href: '/account/passkeys' }]);
  });

  it('are all there before anything is typed, without places', async () => {
    const { results, more } = await asked('');
    expect(results.map(({ href }) => href)).toEqual(expect.arrayContaining(['/home', '/alerts', '/account-settings']));
    expect(results.map(({ href }) => href)).not.toContain('/search');
    expect([results.every(({ kind }) => kind === 'page' || kind === 'setting'), more]).toEqual([true, false]);
  });

  // A page that nobody declares for the menus is found by nobody
  it('are declared, each of them that has an address to begin at', () => {
    const steps = [
      // Of something else: they are led to with what they are about.
      ...['/account/invitation/join', '/account/step-up', '/account/confirm'],
      ...['/baselines/readiness', '/baselines/detail', '/sso/history', '/leaderboard/certificate'],
      '/data-manager/changes/new',
    ];
    const known = [...identityNav, ...features.flatMap(({ nav = [] }) => nav)].map(({ href }) => href);
    const begun = declaredRoutes(app)
      .filter(({ kind, surface, method, access, walk }) => {
        const isPage = kind === 'page' && surface === 'pages' && method === 'get';
        return isPage && access !== 'public' && walk?.length !== 0;
      })
      .map(({ path }) => path)
      .filter((path) => !path.includes(':'));
    expect(begun.filter((path) => !known.includes(path)).sort()).toEqual(steps.sort());
  });
});

describe('places', () => {
  it('are found by name, accents aside, and say what they are', async () => {
    const { results } = await asked('creme', { permissions: figures });
    expect(results).toEqual([
      { kind: 'location', label: 'Crème Bar', within: 'North Campus', href: `/events?locationId=${bar}` },
      { kind: 'location', label: 'Crème Kitchen', within: 'South Campus', href: expect.any(String) },
    ]);
    expect(labels(await asked('very long corr', { permissions: figures }))).toEqual([longName]);
  });

  it('lead where the person may open them', async () => {
    const north = async (permissions: readonly Permission[]) =>
      (await asked('north', { permissions })).results.filter(({ kind }) => kind === 'site').map(({ href }) => href);
    expect(await north(figures)).toEqual([`/events?siteId=${site.north}`]);
    expect(await north(['EDIT_SITES'])).toEqual([`/sites?site=${site.north}`]);
    expect(await north([])).toEqual([]);
  });

  // Names of places beyond a restriction, or of another organization, are found by nobody.
  it('are those that the person sees, and no other', async () => {
    const wish = { permissions: figures, sites: [site.south] };
    expect(labels(await asked('creme', wish))).toEqual(['Crème Kitchen']);
    expect(labels(await asked('north', wish))).toEqual([]);
    expect(labels(await asked('campus', wish))).not.toContain('Crème Bar');
  });

  it('are 20 at most, those that begin with the text first', async () => {
    const crowded = await newOrganisation(app);
    const siteId = await addSite(app, { organisationId: crowded, name: 'Tower' });
    await app.db
      .insertInto('location')
      .values(
        Array.from({ length: 10_000 }, (_, at) => ({
          organisation_id: crowded,
          site_id: siteId,
          name: at === 9_999 ? 'Counter last' : `The counter ${at}`,
        })),
      )
      .execute();
    const agent = await signedInAs(app, { organisationId: crowded, permissions: figures });
    const { body } = await agent.get('/rest/v1/search?text=counter').expect(200);
    const { results, more } = body as SearchAnswer;
    expect([results[0]?.label, results.length, more]).toEqual(['Counter last', 20, true]);
  });
});

describe('without scripts', () => {
  const found = (html: string): Partial<Found>[] =>
    [...html.slice(html.indexOf('<main')).matchAll(/<li><a href="([^"]+)">([^<]+)<\/a><small>([^<]+)<\/small>/g)].map(
      ([, href, label, within]) => ({ href: href ?? '', label: label ?? '', within: within ?? '' }),
    );

  it('the button of every page is a link to the search, which is a form', async () => {
    const agent = await signedInAs(app, { organisationId, permissions: figures });
    const { text: home } = await agent.get('/home');
    expect(home).toMatch(/<a [^>]*href="\/search"[^>]*data-opens="tare-search"[^>]*>.*?<span>Search<\/span><\/a>/);
    const { text: page } = await agent.get('/search?text=cr%C3%A8me').expect(200);
    expect(page).toMatch(/<form role="search"[^>]* action="\/search" method="get"/);
    expect(page).toContain('value="crème"');
    expect(found(page)).toEqual([
      { href: `/events?locationId=${bar}`, label: 'Crème Bar', within: 'Location · North Campus' },
      { href: expect.any(String), label: 'Crème Kitchen', within: 'Location · South Campus' },
    ]);
  });

  it('says so where nothing matches', async () => {
    const agent = await signedInAs(app, { organisationId });
    const { text: page } = await agent.get('/search?text=nothing%20of%20that%20name').expect(200);
    expect(found(page)).toEqual([]);
    expect(page).toContain('No matches');
  });
});

it('is for whoever is signed in', async () => {
  expect((await browser(app).get('/rest/v1/search?text=a')).status).toBe(401);
  expect((await browser(app).get('/search')).headers.location).toBe('/login');
});

it('the account menu leads whoever may manage people to them', async () => {
  const menu = async (permissions: readonly Permission[]) => {
    const { text } = await (await signedInAs(app, { organisationId, permissions })).get('/home');
    return /data-menu="account"[\s\S]*?<\/details>/.exec(text)?.[0] ?? '';
  };
  expect(await menu(['EDIT_USERS'])).toContain('href="/users"');
  expect(await menu(figures)).not.toContain('href="/users"');
});
