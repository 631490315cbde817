// Who may know whom: the import rules of the house, held by `bun run check`.
const feature = '^src/features/([^/]+)/';

/** Features in their order: each may know those before it, through contract, rules and service alone. */
const ORDER = [
  'audit',
  'events',
  'banners',
  'contact',
  'marketplace-settings',
  'accounts',
  'announcements',
  'conversations',
  'reports',
  'submissions',
  'privacy',
  'demo',
  'admins',
  'backup',
];

/** The features of the client in their order: each may know those before it. */
const CLIENT_ORDER = [
  'audit',
  'events',
  'map',
  'banners',
  'contact',
  'marketplace-settings',
  'accounts',
  'announcements',
  'conversations',
  'reports',
  'submissions',
  'privacy',
  'admins',
  'backup',
];

/** The layers of the client in their order: each may import those before it. */
const CLIENT_LAYERS = ['platform', 'ui', 'features', 'shell', 'pages'];

/** The files of a feature. A part with files of other names stands in a folder of its own, such as events/import. */
const VOCABULARY = '^src/features/[^/]+/(contract|rules|fields|store|service|router|mails|files)\\.ts$';
const FEATURE_FILE = '^src/features/[^/]+/[^/]+$';

/** A feature's contract and rules, and those of its parts for admins, which no public page loads. */
const PURE = '^src/(shared/|features/[^/]+/((admin|import)/)?(contract|rules|fields)\\.ts$)';

const inOrder = (root, names) =>
  names.map((name, index) => ({
    name: `order-of-${root}-features-${name}`,
    comment: `${name} may know only the features before it: what runs the other way is a foreign key's action.`,
    severity: 'error',
    from: { path: `^${root}/features/${name}/` },
    to: { path: `^${root}/features/(${[...names.slice(index + 1), 'none'].join('|')})/` },
  }));

export default {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'feature-is-in-the-order',
      comment: 'A new feature takes its place in ORDER.',
      severity: 'error',
      from: {},
      to: { path: '^src/features/', pathNot: `^src/features/(${ORDER.join('|')})/` },
    },
    {
      name: 'client-feature-is-in-the-order',
      comment: 'A new feature takes its place in CLIENT_ORDER.',
      severity: 'error',
      from: {},
      to: { path: '^client/features/', pathNot: `^client/features/(${CLIENT_ORDER.join('|')})/` },
    },
    ...inOrder('src', ORDER),
    ...inOrder('client', CLIENT_ORDER),
    ...CLIENT_LAYERS.slice(0, -1).map((layer, index) => ({
      name: `client-${layer}-imports-nothing-above-it`,
      severity: 'error',
      from: { path: `^client/${layer}/` },
      to: { path: `^client/(${CLIENT_LAYERS.slice(index + 1).join('|')})/` },
    })),
    {
      name: 'feature-has-the-files-every-feature-has',
      comment: 'Name it from VOCABULARY, or give the part of the feature a folder of its own.',
      severity: 'error',
      from: {},
      to: { path: FEATURE_FILE, pathNot: VOCABULARY },
    },
    {
      name: 'feature-has-the-files-every-feature-has-(not-imported)',
      comment: 'As above, for a file that nobody imports.',
      severity: 'error',
      from: { path: FEATURE_FILE, pathNot: VOCABULARY },
      to: {},
    },
    {
      name: 'features-know-each-other-by-their-front',
      severity: 'error',
      from: { path: feature },
      to: { path: feature, pathNot: ['^src/features/$1/', '/(contract|rules|fields|service)\\.ts$'] },
    },
    {
      name: 'pure-knows-pure',
      comment: 'contract, rules and shared run in the browser.',
      severity: 'error',
      from: { path: PURE },
      to: { path: '^(src|client|db|scripts|tests)/', pathNot: PURE },
    },
    {
      name: 'pure-knows-few-packages',
      severity: 'error',
      from: { path: PURE },
      to: {
        dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-no-pkg'],
        pathNot: '/(valibot|date-fns|@date-fns/tz)/',
      },
    },
    {
      name: 'pure-knows-no-runtime',
      severity: 'error',
      from: { path: PURE },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'stores-alone-touch-the-database',
      comment:
        'Drizzle, postgres.js and the tables are for stores, and in platform for those that keep something there.',
      severity: 'error',
      from: {
        path: '^(src|db|scripts)/',
        pathNot: [
          '^src/features/.+/store\\.ts$',
          '^src/platform/(answered|database|login-addresses|mail|rate-limit|snapshot|notify)',
          '^db/(schema|migrations)/',
          // What a store that keeps nothing ready would be, to be measured against.
          '^scripts/bench/support/per-request',
        ],
      },
      to: { path: ['^db/schema', 'node_modules/(drizzle-orm|postgres)/'] },
    },
    {
      name: 'routers-know-their-own-feature',
      comment: 'A store only for reads to which no rule applies.',
      severity: 'error',
      from: { path: `${feature}(router|files)\\.ts$` },
      to: {
        path: '^src/features/',
        pathNot:
          '^src/features/$1/(contract|rules|service|store|(admin|import)/contract|[^/]+/(service|store))\\.ts$',
      },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: '^src/platform/' },
      to: { path: '^(src/features/|src/[^/]+\\.ts$|client/|scripts/|tests/)' },
    },
    {
      name: 'only-main-and-tests-know-the-app',
      severity: 'error',
      from: { pathNot: '^(src/main\\.ts$|tests/|scripts/dev)' },
      to: { path: '^src/app\\.ts$' },
    },
    {
      name: 'the-renderer-is-a-bundle-of-its-own',
      comment: 'src/pages loads what the build made of client/entry-server.tsx; neither knows the other.',
      severity: 'error',
      from: {},
      to: { path: '^client/entry-server\\.tsx$' },
    },
    {
      name: 'server-knows-no-client',
      severity: 'error',
      from: { path: '^(src|db)/' },
      to: { path: '^client/' },
    },
    {
      name: 'only-pages-know-the-pages',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(app\\.ts$|main\\.ts$|pages(\\.ts$|/))' },
      to: { path: '^src/pages(\\.ts$|/)' },
    },
    {
      name: 'shared-knows-no-feature',
      severity: 'error',
      from: { path: '^src/shared/' },
      to: { path: '^src/features/' },
    },
    {
      name: 'client-is-composed-at-the-top',
      comment:
        'The files directly in client/ put shell and pages together. Pass what a part needs of them as a prop.',
      severity: 'error',
      from: { path: '^client/[^/]+/' },
      to: { path: '^client/[^/]+\\.tsx?$' },
    },
    {
      name: 'client-knows-what-is-pure',
      severity: 'error',
      from: { path: '^client/' },
      to: { path: '^(src|db|scripts|tests)/', pathNot: [PURE, '^src/router\\.ts$'] },
    },
    {
      name: 'client-knows-the-router-as-a-type',
      severity: 'error',
      from: { path: '^client/' },
      to: { path: '^src/router\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'ui-knows-no-domain',
      severity: 'error',
      from: { path: '^client/(ui|platform)/' },
      to: { path: '^src/features/' },
    },
    {
      name: 'product-knows-no-tests-or-scripts',
      severity: 'error',
      from: { path: '^(src|client|db)/' },
      to: { path: '^(tests|scripts)/' },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['^bun(:|$)', '^geojson$', '^topojson-specification$'] },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['\\.css$', '^dist/', '\\.generated\\.(json|txt)$'] },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
      conditionNames: ['bun', 'import', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
};
