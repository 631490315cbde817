// The import rules between folders and features. `bun run check` enforces them.
const feature = '^src/features/([^/]+)/';

/**
 * The storeys of features, from the ground up. A feature may import those of the storeys below, and those before it in
 * its own.
 */
const STOREYS = {
  core: [
    'audit',
    'clock',
    'statements',
    'events',
    'admin-events',
    'map',
    'banners',
    'contact',
    'mail-stops',
    'marketplace-settings',
  ],
  upkeep: ['history', 'imports', 'duplicates', 'sources', 'links'],
  market: ['accounts', 'blocks', 'announcements', 'conversations', 'reports', 'objections', 'notices'],
  around: ['organisers', 'submissions', 'watches', 'metrics', 'privacy', 'demo', 'work', 'admins', 'backup'],
};
const ORDER = Object.values(STOREYS).flat();

const CLIENT_LAYERS = ['platform', 'ui', 'features', 'shell', 'pages', 'embed'];

/** Other files of a feature belong in a subfolder, such as events/import. */
const VOCABULARY =
  '^src/features/[^/]+/(contract|rules|errors|fields|facts|labels|store|service|router|mails|files|jobs|texts)\\.ts$';
const FEATURE_FILE = '^src/features/[^/]+/[^/]+$';

/** No public page loads the contracts and rules of admin and import subfolders. */
const PURE =
  '^src/(shared/|features/[^/]+/((filter|search)/[a-z-]+|((admin|admin-view|advice|bulk|deal|factors|list|merge|race|series|transfer)/)?(contract|rules|errors|fields|facts|labels)|fields/[a-z]+)\\.ts$)';

const inOrder = (root) =>
  ORDER.map((name, index) => ({
    name: `order-of-${root}-features-${name}`,
    comment: `${name} may import only features before it in STOREYS. Use a foreign key action for the other direction.`,
    severity: 'error',
    from: { path: `^${root}/features/${name}/` },
    to: { path: `^${root}/features/(${[...ORDER.slice(index + 1), 'none'].join('|')})/` },
  }));

export default {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'feature-is-in-a-storey',
      comment: 'Add new features to STOREYS.',
      severity: 'error',
      from: {},
      to: { path: '^(src|client)/features/', pathNot: `^(src|client)/features/(${ORDER.join('|')})/` },
    },
    ...inOrder('src'),
    ...inOrder('client'),
    ...CLIENT_LAYERS.slice(0, -1).map((layer, index) => ({
      name: `client-${layer}-imports-nothing-above-it`,
      severity: 'error',
      from: { path: `^client/${layer}/` },
      to: { path: `^client/(${CLIENT_LAYERS.slice(index + 1).join('|')})/` },
    })),
    {
      name: 'feature-has-the-files-every-feature-has',
      comment: 'Use a name from VOCABULARY, or move the file into a subfolder of the feature.',
      severity: 'error',
      from: {},
      to: { path: FEATURE_FILE, pathNot: VOCABULARY },
    },
    {
      name: 'feature-has-the-files-every-feature-has-(not-imported)',
      comment: 'The same for a file that is not imported.',
      severity: 'error',
      from: { path: FEATURE_FILE, pathNot: VOCABULARY },
      to: {},
    },
    {
      name: 'features-know-each-other-by-their-front',
      comment: 'The filters, the search and the schemas of fields are pure, and part of the front.',
      severity: 'error',
      from: { path: feature },
      to: {
        path: feature,
        pathNot: [
          '^src/features/$1/',
          '/(contract|rules|errors|fields|facts|labels|service)\\.ts$',
          '^src/features/[^/]+/(filter|search|fields|rows)/',
        ],
      },
    },
    {
      name: 'pure-knows-pure',
      comment: 'contract, rules and shared also run in the browser.',
      severity: 'error',
      from: { path: PURE },
      to: { path: '^(src|client|db|scripts|tests|proofs|bench)/', pathNot: PURE },
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
        'Only stores, and the platform modules that store data, may use Drizzle, postgres.js and the tables.',
      severity: 'error',
      from: {
        path: '^(src|db|scripts)/',
        pathNot: [
          '^src/features/.+/store\\.ts$',
          '^src/platform/(limits/(call-deadline|login-addresses|rate-limit)|clock|database|mail|snapshot)',
          '^db/(schema|migrations)/',
          // The benchmark's reference implementation without caching.
          '^bench/support/per-request',
        ],
      },
      to: { path: ['^db/schema', 'node_modules/(drizzle-orm|postgres)/'] },
    },
    {
      name: 'routers-know-their-own-feature',
      comment: 'A router may use a store only for reads without rules.',
      severity: 'error',
      from: { path: `${feature}(router|files)\\.ts$` },
      to: {
        path: '^src/features/',
        pathNot: [
          '^src/features/$1/(rules|service|store|[^/]+/(service|store))\\.ts$',
          '/(contract|errors)\\.ts$',
        ],
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
      from: { pathNot: '^(src/main\\.ts$|(tests|proofs)/|scripts/dev)' },
      to: { path: '^src/app\\.ts$' },
    },
    {
      name: 'the-renderer-is-a-bundle-of-its-own',
      comment: 'src/pages loads the bundle of client/entry-server.tsx. Neither imports the other.',
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
      to: { path: '^src/features/', pathNot: '/errors\\.ts$' },
    },
    {
      name: 'client-is-composed-at-the-top',
      comment:
        'The files directly in client/ combine shell and pages. Pass what a part needs of them as a prop.',
      severity: 'error',
      from: { path: '^client/[^/]+/' },
      to: { path: '^client/[^/]+\\.tsx?$' },
    },
    {
      name: 'client-knows-what-is-pure',
      severity: 'error',
      from: { path: '^client/' },
      to: { path: '^(src|db|scripts|tests|proofs|bench)/', pathNot: [PURE, '^src/router\\.ts$'] },
    },
    {
      name: 'client-loads-the-errors-of-the-portal-with-it',
      comment: 'Use #client/platform/api/error-texts.ts.',
      severity: 'error',
      from: { path: '^client/' },
      to: { path: '^src/shared/errors\\.ts$', dependencyTypesNot: ['type-only'] },
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
      to: { path: '^src/features/', pathNot: '/errors\\.ts$' },
    },
    {
      name: 'product-knows-no-tests-or-scripts',
      severity: 'error',
      from: { path: '^(src|client|db)/' },
      to: { path: '^(tests|scripts|proofs|bench)/' },
    },
    ...[
      { from: { path: '^(.+)/[^/]+$', pathNot: '^(src|client)/features/' }, to: '^$1/' },
      { from: { path: '^((src|client)/features/[^/]+)/' }, to: '^$1/' },
    ].map(({ from, to }, index) => ({
      name: index === 0 ? 'other-folders-by-name' : 'other-features-by-name',
      comment: 'Import what is in another folder by its name, such as #src/shared/dates.ts.',
      severity: 'error',
      from,
      to: {
        path: '^(src|client|db|scripts|tests|proofs|bench)/',
        pathNot: to,
        dependencyTypesNot: ['aliased-subpath-import'],
      },
    })),
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
