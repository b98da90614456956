/** What lies beside the product for its tests: no part of it. */
const TEST = '\\.(test|example|fixtures)\\.tsx?$|^tests/|^scripts/';
const CONTRACT = '\\.contract\\.ts$';
const RULES = '\\.rules\\.ts$';
/** Declared tables: pages know the keys of their columns. */
const TABLE = '\\.table\\.ts$';
const FILTERS = '\\.filters\\.ts$';
/** A package is seen by its folder in node_modules, and by its bare name while it is not installed. */
const packages = (...names) =>
  names.flatMap((name) => [`node_modules/${name}`, `node_modules/@types/${name}`, `^${name}`]);

const STORAGE = packages(
  'pg/',
  'pg$',
  'pg-',
  '@electric-sql/',
  'redis/',
  'redis$',
  '@redis/',
  'connect-redis',
  'connect-pg-simple',
  'nodemailer',
);
const PROTOCOLS = packages(
  'passport',
  '@node-saml/',
  'openid-client',
  'oidc-provider',
  '@simplewebauthn/server',
  'otpauth',
  'jose/',
  'jose$',
  '@node-rs/argon2',
);
// lru-cache: a memory of what was worked out changes no outcome.
const PURE = packages('date-fns/', 'date-fns$', '@date-fns/tz', 'd3-', 'ical.js/', 'ical.js$', 'lru-cache');

/** The directions of the house. `from` leaves out tests and scripts everywhere: they may import everything. */
const rule = (name, comment, { from, to }) => ({
  name,
  comment,
  severity: 'error',
  from: { ...from, pathNot: [TEST, ...(from.pathNot ?? [])] },
  to,
});

module.exports = {
  forbidden: [
    rule('no-cycles', 'In a circle nothing can be read, tested or moved alone.', {
      from: {},
      to: { circular: true },
    }),
    rule('found', 'An import that nothing answers breaks at start.', {
      from: {},
      to: { couldNotResolve: true, pathNot: [...PROTOCOLS, '^tare:'] },
    }),
    rule('no-tests-in-the-product', 'Tests and scripts know the product, never the other way round.', {
      from: { path: '^(server|views|client|legacy)/' },
      to: { path: TEST },
    }),
    rule('no-development-packages', 'The image that runs has no development packages.', {
      from: { path: '^(server|views|client|legacy)/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '/@types/' },
    }),

    rule(
      'main-and-app-stand-on-top',
      'main → app → features, identity → domain → platform: nothing imports its way up.',
      {
        from: { path: '^(server|views|client|legacy)/', pathNot: ['^server/main\\.ts$'] },
        to: { path: '^server/(main|app)\\.tsx?$' },
      },
    ),
    rule(
      'config-is-handed-down',
      'Only main and app read the settings; the rest is given what it needs (the type may be imported).',
      {
        from: { path: '^server/', pathNot: ['^server/(main|app)\\.tsx?$'] },
        to: { path: '^server/config\\.ts$', dependencyTypesNot: ['type-only'] },
      },
    ),
    rule('platform-knows-no-wing', 'The ground floor carries features and identity, so it must not lean on them.', {
      from: { path: '^server/platform/' },
      to: { path: '^server/(features|identity)/' },
    }),
    rule(
      'platform-sees-layout-and-locales-only',
      'The platform renders pages and errors through the layout, and knows no feature’s view.',
      {
        from: { path: '^server/platform/' },
        to: { path: '^views/', pathNot: '^views/(layout|locales)/' },
      },
    ),
    rule('platform-knows-no-domain', 'Whoever wants another product on this ground floor takes the domain away.', {
      from: { path: '^server/platform/' },
      to: { path: '^server/domain/' },
    }),
    rule('domain-knows-no-wing', 'Screens stand on the domain: what it knows has no route, no page and no sign-in.', {
      from: { path: '^server/domain/' },
      to: { path: '^server/(features|identity)/|^views/(?!layout/format|locales)|^client/' },
    }),
    rule('domain-folders-have-a-door', 'A folder of the domain is entered by its index.ts, a contract or rules.', {
      from: { path: '^server/domain/([^/]+)/' },
      to: {
        path: '^server/domain/',
        pathNot: ['^server/domain/$1/', '^server/domain/[^/]+/index\\.ts$', CONTRACT, RULES, TABLE, FILTERS],
      },
    }),
    rule('domain-has-doors', 'What stands on the domain sees the doors of its folders, contracts, rules and tables.', {
      from: { path: '^server/', pathNot: ['^server/domain/'] },
      to: {
        path: '^server/domain/',
        pathNot: ['^server/domain/index\\.ts$', '^server/domain/[^/]+/index\\.ts$', CONTRACT, RULES, TABLE, FILTERS],
      },
    }),
    rule('identity-imports-no-feature', 'Identity is a wing that could leave.', {
      from: { path: '^server/identity/' },
      to: { path: '^server/(features|domain)/' },
    }),
    rule('features-import-no-identity', 'Features know the Actor of the platform and nothing else of identity.', {
      from: { path: '^server/features/' },
      to: { path: '^server/identity/' },
    }),
    rule('identity-has-a-door', 'Identity is entered by its index.ts, ports.ts or a contract.', {
      from: { pathNot: ['^server/identity/'] },
      to: { path: '^server/identity/', pathNot: ['^server/identity/(index|ports)\\.tsx?$', CONTRACT] },
    }),
    rule(
      'identity-has-five-storeys',
      'A folder of identity lies in one of its storeys, which says what it may stand on.',
      {
        from: { path: '^server/identity/(?!(policies|core|ways-in|protocols|pages)/)[^/]+/' },
        to: {},
      },
    ),
    rule(
      'identity-policies-stand-below',
      'What a tenant demands holds for accounts, sessions and every way in alike.',
      {
        from: { path: '^server/identity/policies/' },
        to: { path: '^server/identity/(core|ways-in|protocols|pages)/' },
      },
    ),
    rule(
      'identity-core-knows-no-way-in',
      'Accounts, members and sessions are the same by whatever way somebody came.',
      {
        from: { path: '^server/identity/core/' },
        to: { path: '^server/identity/(ways-in|protocols|pages)/' },
      },
    ),
    rule('identity-ways-in-know-no-route', 'A way in is taken by calls and pages, which hand it what they parsed.', {
      from: { path: '^server/identity/ways-in/' },
      to: { path: '^server/identity/(protocols|pages)/' },
    }),
    rule('identity-protocols-know-no-page', 'Pages lead through the protocols; a client needs no page of ours.', {
      from: { path: '^server/identity/protocols/' },
      to: { path: '^server/identity/pages/' },
    }),
    rule(
      'identity-parts-are-made-above-core',
      'Policies and core are handed what they need: of what lies beside the storeys they see ports, audit and wire.contract.',
      {
        from: { path: '^server/identity/(policies|core)/' },
        to: {
          path: '^server/identity/[^/]+$',
          pathNot: ['^server/identity/(identity\\.audit|ports)\\.ts$', CONTRACT],
        },
      },
    ),
    rule('features-have-a-door', 'A feature imports another only through its index.ts or a contract.', {
      from: { path: '^server/features/([^/]+)/' },
      to: {
        path: '^server/features/',
        pathNot: ['^server/features/$1/', '^server/features/[^/]+/index\\.tsx?$', CONTRACT],
      },
    }),
    rule('app-uses-the-doors', 'What stands above the features sees their doors only.', {
      from: { path: '^server/', pathNot: ['^server/features/[^/]+/'] },
      to: { path: '^server/features/[^/]+/', pathNot: ['^server/features/[^/]+/index\\.tsx?$', CONTRACT] },
    }),

    rule(
      'server-reaches-the-browser-through-views',
      'features, identity → views → client: a page places its islands.',
      {
        from: { path: '^server/' },
        to: { path: '^client/' },
      },
    ),
    rule(
      'views-and-client-see-contracts-and-rules',
      'Of the server, pages and islands see pure rules and the types of contracts and messages.',
      {
        from: { path: '^(views|client|legacy)/' },
        to: { path: '^server/', pathNot: [CONTRACT, RULES, TABLE, '^server/platform/i18n/'] },
      },
    ),
    rule('contracts-as-types', 'A contract imported as a value carries zod along: use `import type`.', {
      from: { path: '^(views|client|legacy)/' },
      to: { path: [`^server/.*${CONTRACT}`, `^server/.*${TABLE}`], dependencyTypesNot: ['type-only'] },
    }),
    rule(
      'messages-as-types',
      'Of messages only the types: a page gets `t`, an island its sentences, a legacy page asks for them.',
      {
        from: { path: '^(views|client|legacy)/' },
        to: { path: '^server/platform/i18n/', pathNot: RULES, dependencyTypesNot: ['type-only'] },
      },
    ),
    rule('client-imports-no-view', 'views → client islands, never back: views would drag the pages into the browser.', {
      from: { path: '^(client|legacy)/' },
      to: { path: '^views/', pathNot: '^views/locales/messages\\.ts$' },
    }),
    rule(
      'message-types-only-in-the-browser',
      'The browser gets the sentences that a page hands it; of the generated file it knows the types.',
      {
        from: { path: '^(client|legacy)/' },
        to: { path: '^views/locales/', dependencyTypesNot: ['type-only'] },
      },
    ),
    rule(
      'views-place-islands',
      'Of the client, views use islands, what an island shows later, the runtime and the small components.',
      {
        from: { path: '^views/' },
        to: { path: '^client/', pathNot: ['\\.island\\.tsx$', '-content\\.tsx$', '^client/(runtime|ui|styles)/'] },
      },
    ),
    rule('islands-share-runtime-and-ui-only', 'client islands → client/runtime, client/ui; not each other.', {
      from: { path: '^client/([^/]+)/' },
      to: { path: '^client/', pathNot: ['^client/$1/', '^client/(runtime|ui|styles)/'] },
    }),
    rule('runtime-and-ui-know-no-island', 'What all islands stand on knows none of them.', {
      from: { path: '^client/(runtime|ui)/' },
      to: { path: '^client/', pathNot: ['^client/(runtime|ui|styles)/'] },
    }),

    rule(
      'rules-are-pure',
      'Rules import rules, contracts, platform/time and pure packages; who acts may be known as a type.',
      {
        from: { path: RULES },
        to: {
          pathNot: [
            RULES,
            CONTRACT,
            '^server/platform/time\\.ts$',
            '^server/platform/time/',
            '^server/platform/memoize\\.ts$',
            ...PURE,
            '^server/platform/actor\\.ts$',
          ],
        },
      },
    ),
    rule('rules-know-the-actor-as-a-type', 'The Actor in a rule is a type: its code is not pure.', {
      from: { path: RULES },
      to: { path: '^server/platform/actor\\.ts$', dependencyTypesNot: ['type-only'] },
    }),
    rule('only-platform-touches-storage', 'Databases, Redis, jobs and mail are reached through the platform.', {
      from: { pathNot: ['^server/platform/'] },
      to: { path: STORAGE },
    }),
    rule(
      'only-platform-calls-out',
      'Other hosts are called through platform/outbound, which refuses private addresses.',
      {
        from: { path: '^server/(features|identity)/' },
        to: { path: '^(node:)?(https?|http2|net|tls)$|node_modules/undici/' },
      },
    ),
    rule('only-identity-touches-protocols', 'Sign-in protocols and password hashes belong to identity.', {
      from: { pathNot: ['^server/identity/'] },
      to: { path: PROTOCOLS },
    }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data|coverage)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
