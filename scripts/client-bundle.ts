// How the scripts of the client are bundled: for the browser, and for the server that renders its first pages.
import { basename, join } from 'node:path';
import type { BuildConfig, BunPlugin } from 'bun';
import { RENDERER } from '../src/pages/build';

const root = join(import.meta.dir, '..');
const NAMING = 'assets/[name]-[hash].[ext]';

/** sonner writes a `<style>` when it is imported, which the CSP forbids; styles.css has its sheet instead. */
const withoutInjectedStyles: BunPlugin = {
  name: 'without-injected-styles',
  setup(build) {
    build.onLoad({ filter: /sonner[\\/]dist[\\/]index\.mjs$/ }, async ({ path }) => {
      const source = await Bun.file(path).text();
      const contents = source.replace(/^__insertCSS\(.*\);?$/m, '');
      if (contents === source)
        throw new Error('sonner no longer injects its styles as it did: look at this plugin.');
      return { contents, loader: 'js' };
    });
  },
};

/** What of the router nobody uses is left out: without this the bundler takes its forms and more for something that acts. */
const leanRouter: BunPlugin = {
  name: 'lean-router',
  setup(build) {
    build.onLoad({ filter: /react-router[\\/]dist[\\/].*\.mjs$/ }, async ({ path }) => {
      const source = await Bun.file(path).text();
      const contents = source
        .replace(/(?<== )(?=React\d*\.(?:forwardRef|memo|createContext)\()/g, '/* @__PURE__ */ ')
        .replace(/^\w+\.displayName = "\w+";$/gm, '')
        // What its own production build says, in a way that the bundler sees through.
        .replaceAll(/(?<=if \()ENABLE_DEV_WARNINGS\b/g, 'false');
      return { contents, loader: 'js' };
    });
  },
};

/** The client of tRPC calls by HTTP alone: what it would need for sockets stays behind as classes that act when they are made. */
const withoutSockets: BunPlugin = {
  name: 'without-sockets',
  setup(build) {
    build.onLoad({ filter: /@trpc[\\/]client[\\/]dist[\\/]wsLink-.*\.mjs$/ }, async ({ path }) => {
      const names = /^export \{(.*)\};$/m.exec(await Bun.file(path).text())?.[1];
      if (!names) throw new Error('@trpc/client is built in another way: look at this plugin.');
      const contents = `const none = undefined; export {${names.replace(/\w+ as/g, 'none as')}};`;
      return { contents, loader: 'js' };
    });
  },
};

const define = (minify: boolean) => ({
  'process.env.NODE_ENV': JSON.stringify(minify ? 'production' : 'development'),
});

/** The scripts of the browser: a file for what every page needs and the first one, more for what comes late. */
export const scriptsOf = (minify: boolean) =>
  ({
    entrypoints: [join(root, 'client/main.tsx')],
    target: 'browser',
    splitting: true,
    minify,
    publicPath: '/',
    naming: { entry: NAMING, chunk: NAMING.replace('[name]', 'chunk'), asset: NAMING },
    define: define(minify),
    plugins: [withoutInjectedStyles, leanRouter, withoutSockets],
    metafile: true,
  }) satisfies BuildConfig;

/** What takes the page over: its entry, and what that imports at once. */
export const FIRST = ['client/main.tsx', 'client/start.tsx'];

type Outputs = Record<string, { entryPoint?: string; imports: { path: string; kind: string }[] }>;

/** The names of the files that a page needs to be taken over, the entry first. */
export function filesAtFirst(outputs: Outputs): string[] {
  const names = FIRST.flatMap((source) => {
    const [path, output] = Object.entries(outputs).find(([, one]) => one.entryPoint?.endsWith(source)) ?? [];
    if (!path || !output) throw new Error(`The bundler makes no file of ${source}.`);
    const needed = output.imports.filter(({ kind }) => kind === 'import-statement');
    return [path, ...needed.map((one) => one.path)].map((one) => basename(one));
  });
  return [...new Set(names)];
}

/** What waits for a window is not rendered on the server, and not bundled for it. */
const withoutLateCode: BunPlugin = {
  name: 'without-late-code',
  setup(build) {
    build.onResolve({ filter: /^\.{1,2}\// }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    );
  },
};

/** The bundle that the server renders pages with; it is none of the files that are served. */
export async function bundleRenderer(staging: string, minify = true): Promise<void> {
  const built = await Bun.build({
    entrypoints: [join(root, 'client/entry-server.tsx')],
    // As the browser's: of the icons only those that are used.
    target: 'browser',
    minify,
    define: define(minify),
    plugins: [withoutInjectedStyles, leanRouter, withoutLateCode],
  });
  const [bundle] = built.outputs;
  if (!bundle) throw new Error('The build made no renderer.');
  await Bun.write(join(staging, RENDERER), bundle);
}
