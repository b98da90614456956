import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkImports, enoughModules } from './check-imports.mjs';

const good: Record<string, string> = {
  'server/main.ts': "import { app } from './app'; import { config } from './config'; export default [app, config];",
  'server/app.ts':
    "import { features } from './features'; import { identity } from './identity'; export const app = [features, identity];",
  'server/config.ts': 'export const config = 1; export type Config = typeof config;',
  'server/features/index.ts': "import { alerts } from './alerts'; export const features = [alerts];",
  'server/features/alerts/index.ts': "import { routes } from './alerts.routes'; export const alerts = routes;",
  'server/features/alerts/alerts.routes.ts':
    "import { page } from '../../../views/alerts/alerts-page'; import { goals } from '../goals'; export const routes = [page, goals];",
  'server/features/alerts/alerts.contract.ts': 'export const code = 1; export type Code = typeof code;',
  'server/features/alerts/alerts.rules.ts':
    "import { format } from 'date-fns'; import type { Actor } from '../../platform/actor'; import { now } from '../../platform/time'; import { code } from './alerts.contract'; export const rule = (actor: Actor) => [format, now, code, actor];",
  'server/features/alerts/alerts.rules.test.ts':
    "import { pool } from '../../platform/db'; import pg from 'pg'; export default [pool, pg];",
  'server/domain/places/index.ts': "export { sites as places } from './sites.store';",
  'server/domain/places/sites.store.ts': "import { pool } from '../../platform/db'; export const sites = pool;",
  'server/features/goals/index.ts': 'export const goals = 1;',
  'server/features/goals/goals.store.ts': "import { pool } from '../../platform/db'; export const store = pool;",
  'server/identity/index.ts': "import { login } from './sign-in'; export const identity = login;",
  'server/identity/sign-in.ts': "import { hash } from '@node-rs/argon2'; export const login = hash;",
  'server/identity/policies/lockout/lockout.rules.ts': 'export const tries = 1;',
  'server/identity/core/accounts/account.store.ts':
    "import { tries } from '../../policies/lockout/lockout.rules'; export const account = tries;",
  'server/identity/core/sessions/session.store.ts':
    "import { account } from '../accounts/account.store'; export const session = account;",
  'server/identity/ways-in/password/password.service.ts':
    "import { session } from '../../core/sessions/session.store'; export const enter = session;",
  'server/identity/ways-in/ways-in.ts':
    "import { enter } from './password/password.service'; export const waysIn = [enter];",
  'server/identity/protocols/sign-in/sign-in.routes.ts':
    "import { waysIn } from '../../ways-in/ways-in'; export const calls = waysIn;",
  'server/identity/pages/sign-in/sign-in.routes.ts':
    "import { calls } from '../../protocols/sign-in/sign-in.routes'; export const pages = calls;",
  'server/identity/parts.ts': 'export const parts = 1;',
  'server/platform/actor.ts': 'export const actor = 1; export type Actor = typeof actor;',
  'server/platform/time.ts': 'export const now = 1;',
  'server/platform/db.ts':
    "import pg from 'pg'; import type { Config } from '../config'; export const pool: [typeof pg, Config?] = [pg];",
  'server/platform/i18n/messages.ts':
    "import { en } from '../../../views/locales'; export type T = typeof en; export const t = en;",
  'views/locales/index.ts': 'export const en = 1;',
  'views/locales/messages.ts': 'export const all = 1; export type Messages = typeof all;',
  'views/layout/shell.ts': 'export const shell = 1;',
  'views/alerts/alerts-page.ts':
    "import type { Code } from '../../server/features/alerts/alerts.contract'; import type { T } from '../../server/platform/i18n/messages'; import { rule } from '../../server/features/alerts/alerts.rules'; import { list } from '../../client/alerts/list.island'; import { shell } from '../layout/shell'; export const page = (t: T, code: Code) => [t, code, rule, list, shell];",
  'client/alerts/list.island.tsx':
    "import { define } from '../runtime/define'; import type { Messages } from '../../views/locales/messages'; import { rows } from './rows'; export const list = (m: Messages) => define(rows + m);",
  'client/alerts/rows.ts':
    "import { rule } from '../../server/features/alerts/alerts.rules'; import type { T } from '../../server/platform/i18n/messages'; export const rows = rule; export type U = T;",
  'client/goals/goal.ts': 'export const goal = 1;',
  'client/runtime/define.ts': 'export const define = (x: number) => x;',
  'client/ui/button.ts': 'export const button = 1;',
  'tests/support/app.ts': "import { app } from '../../server/app'; export default app;",
};

/** Rule, the file that breaks it, and the import that does. */
const broken: [rule: string, file: string, code: string][] = [
  ['no-cycles', 'server/platform/one.ts', "import { two } from './two'; export const one = (): number => two();"],
  ['found', 'server/platform/lost.ts', "import { gone } from './gone'; export default gone;"],
  [
    'no-tests-in-the-product',
    'server/platform/tested.ts',
    "import app from '../../tests/support/app'; export default app;",
  ],
  ['no-development-packages', 'server/platform/fast.ts', "import fc from 'fast-check'; export default fc;"],
  ['main-and-app-stand-on-top', 'server/features/up/up.ts', "import { app } from '../../app'; export default app;"],
  ['config-is-handed-down', 'server/platform/reads.ts', "import { config } from '../config'; export default config;"],
  [
    'platform-knows-no-wing',
    'server/platform/wing.ts',
    "import { alerts } from '../features/alerts'; export default alerts;",
  ],
  [
    'platform-sees-layout-and-locales-only',
    'server/platform/page.ts',
    "import { page } from '../../views/alerts/alerts-page'; export default page;",
  ],
  [
    'platform-knows-no-domain',
    'server/platform/product.ts',
    "import { places } from '../domain/places'; export default places;",
  ],
  [
    'domain-knows-no-wing',
    'server/domain/places/wing.ts',
    "import { goals } from '../../features/goals'; export default goals;",
  ],
  [
    'domain-folders-have-a-door',
    'server/domain/events/window.ts',
    "import { sites } from '../places/sites.store'; export default sites;",
  ],
  [
    'domain-has-doors',
    'server/features/window/places.ts',
    "import { sites } from '../../domain/places/sites.store'; export default sites;",
  ],
  [
    'identity-imports-no-feature',
    'server/identity/nosy.ts',
    "import { goals } from '../features/goals'; export default goals;",
  ],
  [
    'features-import-no-identity',
    'server/features/who/who.ts',
    "import { identity } from '../../identity'; export default identity;",
  ],
  ['identity-has-a-door', 'server/burglar.ts', "import { login } from './identity/sign-in'; export default login;"],
  [
    'identity-has-five-storeys',
    'server/identity/annex/annex.ts',
    "import { now } from '../../platform/time'; export default now;",
  ],
  [
    'identity-policies-stand-below',
    'server/identity/policies/lockout/up.ts',
    "import { account } from '../../core/accounts/account.store'; export default account;",
  ],
  [
    'identity-core-knows-no-way-in',
    'server/identity/core/accounts/up.ts',
    "import { enter } from '../../ways-in/password/password.service'; export default enter;",
  ],
  [
    'identity-ways-in-know-no-route',
    'server/identity/ways-in/password/up.ts',
    "import { calls } from '../../protocols/sign-in/sign-in.routes'; export default calls;",
  ],
  [
    'identity-protocols-know-no-page',
    'server/identity/protocols/sign-in/up.ts',
    "import { pages } from '../../pages/sign-in/sign-in.routes'; export default pages;",
  ],
  [
    'identity-parts-are-made-above-core',
    'server/identity/core/accounts/parts.ts',
    "import { parts } from '../../parts'; export default parts;",
  ],
  [
    'features-have-a-door',
    'server/features/window/window.ts',
    "import { store } from '../goals/goals.store'; export default store;",
  ],
  [
    'app-uses-the-doors',
    'server/direct.ts',
    "import { store } from './features/goals/goals.store'; export default store;",
  ],
  [
    'server-reaches-the-browser-through-views',
    'server/features/short/short.ts',
    "import { button } from '../../../client/ui/button'; export default button;",
  ],
  [
    'views-and-client-see-contracts-and-rules',
    'views/deep/deep-page.ts',
    "import type { Actor } from '../../server/platform/actor'; export type A = Actor;",
  ],
  [
    'views-and-client-see-contracts-and-rules',
    'client/deep/deep.ts',
    "import { store } from '../../server/features/goals/goals.store'; export default store;",
  ],
  [
    'contracts-as-types',
    'client/heavy/heavy.ts',
    "import { code } from '../../server/features/alerts/alerts.contract'; export default code;",
  ],
  [
    'messages-as-types',
    'views/talk/talk-page.ts',
    "import { t } from '../../server/platform/i18n/messages'; export default t;",
  ],
  [
    'messages-as-types',
    'client/talk/talk.ts',
    "import { t } from '../../server/platform/i18n/messages'; export default t;",
  ],
  [
    'client-imports-no-view',
    'client/back/back.ts',
    "import { shell } from '../../views/layout/shell'; export default shell;",
  ],
  [
    'message-types-only-in-the-browser',
    'client/back/all.ts',
    "import { all } from '../../views/locales/messages'; export default all;",
  ],
  [
    'views-place-islands',
    'views/part/part-page.ts',
    "import { rows } from '../../client/alerts/rows'; export default rows;",
  ],
  [
    'islands-share-runtime-and-ui-only',
    'client/envy/envy.ts',
    "import { goal } from '../goals/goal'; export default goal;",
  ],
  [
    'runtime-and-ui-know-no-island',
    'client/ui/clever.ts',
    "import { goal } from '../goals/goal'; export default goal;",
  ],
  [
    'rules-are-pure',
    'server/features/dirty/dirty.rules.ts',
    "import { pool } from '../../platform/db'; export default pool;",
  ],
  [
    'rules-are-pure',
    'server/features/dirty/file.rules.ts',
    "import { readFileSync } from 'node:fs'; export default readFileSync;",
  ],
  [
    'rules-are-pure',
    'server/features/dirty/feast.rules.ts',
    "import holidays from 'date-holidays'; export default holidays;",
  ],
  [
    'rules-know-the-actor-as-a-type',
    'server/features/dirty/actor.rules.ts',
    "import { actor } from '../../platform/actor'; export default actor;",
  ],
  ['only-platform-touches-storage', 'server/features/sql/sql.store.ts', "import pg from 'pg'; export default pg;"],
  [
    'only-platform-touches-storage',
    'server/identity/pglite.ts',
    "import { PGlite } from '@electric-sql/pglite'; export default PGlite;",
  ],
  [
    'only-platform-touches-storage',
    'server/features/mail/mail.ts',
    "import mailer from 'nodemailer'; import boss from 'pg-boss'; import redis from 'redis'; export default [mailer, boss, redis];",
  ],
  [
    'only-platform-calls-out',
    'server/features/calls/calls.ts',
    "import https from 'node:https'; export default https;",
  ],
  [
    'only-identity-touches-protocols',
    'server/platform/hash.ts',
    "import { hash } from '@node-rs/argon2'; export default hash;",
  ],
  [
    'only-identity-touches-protocols',
    'server/features/sso/sso.ts',
    "import passport from 'passport'; export default passport;",
  ],
];
const cycleOther: Record<string, string> = {
  'server/platform/two.ts': "import { one } from './one'; export const two = (): number => one();",
};

function plant(files: Record<string, string>) {
  const root = mkdtempSync(path.join(tmpdir(), 'tare-imports-'));
  for (const file of ['package.json', 'tsconfig.json']) copyFileSync(file, path.join(root, file));
  symlinkSync(path.resolve('node_modules'), path.join(root, 'node_modules'));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), `${text}\n`);
  }
  return root;
}

let found: Awaited<ReturnType<typeof checkImports>>;

beforeAll(async () => {
  const root = plant({ ...good, ...cycleOther, ...Object.fromEntries(broken.map(([, file, code]) => [file, code])) });
  found = await checkImports({ root });
  rmSync(root, { recursive: true });
});

describe('the directions of the house', () => {
  it('let a tree pass that keeps to them', async () => {
    const root = plant(good);
    const { violations, modules, onDisk } = await checkImports({ root });
    rmSync(root, { recursive: true });
    expect(violations).toEqual([]);
    expect(modules).toBe(onDisk);
    expect(onDisk).toBe(Object.keys(good).filter((file) => !/^tests|\.test\./.test(file)).length);
  });

  it.each(broken)('%s is seen in %s', (rule, file) => {
    const rules = found.violations.filter(({ from }) => from === file).map((violation) => violation.rule);
    expect(rules).toContain(rule);
  });

  it.each([
    [
      'the features',
      'server/features/goals/back.ts',
      "import { code } from '../alerts/alerts.contract'; export const back = code;",
      ['server/features/alerts', 'server/features/goals'],
    ],
    [
      'a storey of identity',
      'server/identity/core/accounts/back.ts',
      "import { other } from '../sessions/other'; export const back = other;",
      ['server/identity/core/accounts', 'server/identity/core/sessions'],
    ],
    [
      'a storey with a file beside them',
      'server/identity/ways-in/password/back.ts',
      "import type { Way } from '../begin'; export const back: Way = 1;",
      ['server/identity/ways-in/begin.ts', 'server/identity/ways-in/password'],
    ],
  ])('keep folders of %s from needing each other, though no file does', async (_storey, file, code, [from, to]) => {
    const root = plant({
      ...good,
      'server/identity/core/sessions/other.ts': 'export const other = 1;',
      'server/identity/ways-in/begin.ts':
        "import { enter } from './password/password.service'; export const begin = enter; export type Way = number;",
      [file]: code,
    });
    const { violations } = await checkImports({ root });
    rmSync(root, { recursive: true });
    expect(violations.map((found) => [found.rule, found.from, found.to])).toEqual([['no-folder-cycles', from, to]]);
  });

  it('keep the storeys of identity from needing each other', () => {
    const knots = found.violations.filter(({ rule }) => rule === 'no-folder-cycles').map(({ from, to }) => [from, to]);
    expect(knots).toContainEqual(['server/identity/core', expect.stringContaining('server/identity/policies')]);
  });

  it('are each proven by a planted violation', () => {
    const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
      forbidden: { name: string }[];
    };
    expect([...new Set(broken.map(([rule]) => rule))].sort()).toEqual(forbidden.map(({ name }) => name).sort());
  });
});

describe('the number of modules that were read', () => {
  it.each([
    [0, 0, false],
    [0, 120, false],
    [10, 10, true],
    [8, 10, false],
    [107, 120, false],
    [108, 120, true],
    [50, 56, false],
  ])('%i of %i: %s', (modules, onDisk, enough) => {
    expect(enoughModules({ modules, onDisk })).toBe(enough);
  });
});
