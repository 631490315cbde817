import { basename, join } from 'node:path';
import type { BuildConfig } from 'bun';
import { EMBED_PAGE, RENDERER } from '#src/pages/build.ts';

const root = join(import.meta.dir, '..');
const NAMING = 'assets/[name]-[hash].[ext]';

const define = (minify: boolean) => ({
  'process.env.NODE_ENV': JSON.stringify(minify ? 'production' : 'development'),
});

export const scriptsOf = (minify: boolean) =>
  ({
    entrypoints: [join(root, 'client/main.tsx')],
    target: 'browser',
    splitting: true,
    minify,
    publicPath: '/',
    naming: { entry: NAMING, chunk: NAMING.replace('[name]', 'chunk'), asset: NAMING },
    define: { ...define(minify), 'process.env.IS_BROWSER': 'true' },
    metafile: true,
  }) satisfies BuildConfig;

export const MAIN = 'client/main.tsx';

type Outputs = Record<string, { entryPoint?: string; imports: { path: string; kind: string }[] }>;

/** The bundled file of a source file, and all files that it imports statically. */
export function filesOf(outputs: Outputs, source: string): string[] {
  const byName = new Map(Object.entries(outputs).map(([path, output]) => [basename(path), output]));
  const [entry] = [...byName].find(([, { entryPoint }]) => entryPoint?.endsWith(source)) ?? [];
  if (!entry) throw new Error(`The bundle has no entry point for ${source}.`);
  const names = new Set([entry]);
  // The loop also visits the names added here.
  for (const name of names)
    for (const { path, kind } of byName.get(name)?.imports ?? [])
      if (kind === 'import-statement') names.add(basename(path));
  return [...names];
}

/** In addition to the files of {@link MAIN}, by the page's source file. */
export function filesByPage(outputs: Outputs): Record<string, string[]> {
  const main = filesOf(outputs, MAIN);
  const pages = Object.values(outputs).flatMap(
    ({ entryPoint }) => /client\/pages\/.*/.exec(entryPoint ?? '')?.[0] ?? [],
  );
  return Object.fromEntries(
    pages.map((page) => [page, filesOf(outputs, page).filter((name) => !main.includes(name))]),
  );
}

/** The files for server rendering are not served. */
export async function bundleRenderer(staging: string, minify = true): Promise<void> {
  await Bun.build({
    entrypoints: [join(root, 'client/entry-server.tsx')],
    outdir: join(staging, RENDERER),
    // As in the browser bundle, so that only the used icons are included.
    target: 'browser',
    splitting: true,
    minify,
    define: define(minify),
  });
}

export async function bundleStyles(name: string, minify: boolean, font: string): Promise<string> {
  const built = await Bun.build({
    entrypoints: [join(root, 'client', name)],
    minify,
    // Keep the font a separate file. The bundler would inline it.
    plugins: [
      {
        name: 'font',
        setup(build) {
          build.onResolve({ filter: /\.woff2$/ }, () => ({ path: font, external: true }));
        },
      },
    ],
  });
  return (await built.outputs[0]?.text()) ?? '';
}

async function bundleScript(name: string): Promise<string> {
  const built = await Bun.build({
    entrypoints: [join(root, 'client/embed', name)],
    format: 'iife',
    minify: true,
  });
  return (await built.outputs[0]?.text())?.trim() ?? '';
}

/** The page of embeds, with its styles and its script inline, and the script that other sites load. */
export async function bundleEmbed(staging: string, font: string, minify = true): Promise<void> {
  const [page, styles, script, loader] = await Promise.all([
    Bun.file(join(root, 'client/embed/page.html')).text(),
    bundleStyles('embed.css', minify, font),
    bundleScript('report-height.ts'),
    bundleScript('loader.ts'),
  ]);
  const head = [
    `<link rel="preload" as="font" type="font/woff2" href="${font}" crossorigin />`,
    `<style>${styles}</style>`,
  ];
  const html = page
    .replace('<!-- assets -->', () => head.join('\n    '))
    .replace('<!-- script -->', () => `<script>${script}</script>`);
  await Bun.write(join(staging, EMBED_PAGE), html);
  await Bun.write(join(staging, 'embed.js'), loader);
}
