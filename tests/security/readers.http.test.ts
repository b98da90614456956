import { beforeAll, describe, expect, it } from 'vitest';
import { builtInRoles } from '../../server/permission-matrix';
import type { BuiltInRole } from '../../server/platform/permissions';
import { nameOf, walksAll, type DeclaredRoute } from '../support/declared-routes';
import { addressIn, type FullPlace } from '../support/full-organisation';
import { signedInAs } from '../support/people';
import { routeWalk } from '../support/route-walk';
import { changing, senderOf, sendStep, type Sender } from '../support/steps';
import type { TestApp } from '../support/test-app';

/** What a person looks after who may look and no more: their own account, session, saved views, way to be told, and what they agree to. */
const ofOneself = [
  /^\/(rest\/v1\/user\/)?privacy-policy$/,
  /^\/password-reset\/force$/,
  /^\/(preferences|logout|client-view\/exit)$/,
  /^\/saved-views(\/|$)/,
  /^\/rest\/v1\/(session\/keep-alive|push\/subscriptions(\/remove)?|alert\/notification)$/,
  /^\/account\//,
  /^\/team\/resources\/profile\/me\//,
  /^\/identity\/resources\/auth\/v1\/user\/step-up\//,
  /^\/identity\/resources\/users\/(v[123]\/(me|phone|mfa|passwords\/change|tenant)(\/|$)|webauthn\/|phone-numbers\/|sessions\/v1\/me(\/|$)|(api|access)-tokens\/)/,
];

/** Calls that ask, by a body because a question does not fit an address. */
const questions = [
  'post /audits/export/csv',
  'post /audits/export/csv/v2',
  'post /audits/export/pdf',
  'post /identity/resources/configurations/v1/restrictions/ip/verify',
  'post /identity/resources/configurations/v1/restrictions/ip/verify/allow',
  'post /identity/resources/groups/v1/bulkGet',
  'post /identity/resources/tenants/users/v1/count',
  'post /rest/v1/alert/participant/:orgId/preview',
];

const readers = ['viewer', 'basic', 'ReadOnly'] as const satisfies BuiltInRole[];

let app: TestApp;
let full: FullPlace;
let routes: readonly DeclaredRoute[];
const senders = new Map<string, Sender>();

beforeAll(async () => {
  ({ app, full, routes } = await routeWalk('Reader'));
  for (const key of readers) {
    const { permissions } = builtInRoles.find((role) => role.key === key) ?? { permissions: [] };
    const agent = await signedInAs(app, { organisationId: full.organisationId, permissions });
    senders.set(key, await senderOf(agent));
  }
});

const senderAs = (key: string) => senders.get(key) as Sender;

// Devices and directories sign in with what no person has.
const ofPeople = (route: DeclaredRoute) => changing(route) && !['device', 'tenant', 'vendor'].includes(route.access);
const isOwn = (route: DeclaredRoute) => {
  const path = nameOf(route).split(' ')[1] ?? '';
  return route.access === 'signed-in' && ofOneself.some((own) => own.test(path));
};

describe.each(readers)('the role %s', (key) => {
  it('changes nothing but what is one’s own', async () => {
    const wanted = routes.filter((route) => ofPeople(route) && !isOwn(route));
    if (walksAll) expect(wanted.length).toBeGreaterThan(150);
    const granted: string[] = [];
    for (const route of wanted) {
      const name = nameOf(route);
      const step = { route: name, ...(route.kind === 'page' ? { form: {} } : { body: {} }) };
      const { status, headers } = await sendStep(app, { sender: senderAs(key), full, route, step });
      // A page leads home whom it refuses; what a person would have to own is found by nobody else.
      const refused =
        status === 403 ||
        (status === 302 && headers.location === '/home') ||
        (status === 404 && route.access === 'signed-in');
      if (!refused) granted.push(name);
    }
    expect(granted.filter((name) => !questions.includes(name))).toEqual([]);
  }, 60_000);

  it('is shown no form that would be refused', async () => {
    const { agent } = senderAs(key);
    const pages = routes.filter(
      ({ kind, surface, method, access, walk }) =>
        kind === 'page' && surface === 'pages' && method === 'get' && access !== 'public' && walk?.length !== 0,
    );
    const sending = routes.filter(({ kind, method }) => kind === 'page' && method !== 'get');
    const refused: [string, string][] = [];
    let forms = 0;
    for (const page of pages) {
      const { status, text } = await agent.get(addressIn(full, page));
      if (status !== 200) continue;
      for (const [, attributes = ''] of text.matchAll(/<form\b([^>]*\bmethod="post"[^>]*)>/g)) {
        forms += 1;
        const action = /\baction="([^"]*)"/.exec(attributes)?.[1] ?? '';
        const path = action.replaceAll('&amp;', '&').split(/[?#]/)[0] ?? '';
        const route = sending.find((one) => new RegExp(`^${one.path.replace(/:\w+/g, '[^/]+')}$`).test(path));
        const may = route && (route.access === 'public' || isOwn(route));
        if (!may) refused.push([nameOf(page), action]);
      }
    }
    expect(forms).toBeGreaterThan(walksAll ? 20 : 0);
    expect(refused).toEqual([]);
  }, 60_000);
});
