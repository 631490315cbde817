// Builds the client: `bun scripts/build.ts`. Called by the start and the development script too.
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { PRELOADS } from '../src/pages/build';
import { bundleRenderer, filesByPage, filesOf, MAIN, scriptsOf } from './client-bundle';

const root = join(import.meta.dir, '..');
const OUTDIR = join(root, 'dist/client');
const FONT = join(
  root,
  'node_modules/@fontsource-variable/archivo/files/archivo-latin-standard-normal.woff2',
);
const COMPRESSIBLE = /\.(js|css|svg|json)$/;
/** Above this the last step of brotli costs seconds. */
const SMALL = 1024 * 1024;

type Options = { outdir?: string; minify?: boolean; ifStale?: boolean };

/** What says that a build somebody else has made meanwhile is to be left alone. */
const IF_STALE = '--if-stale';

/**
 * Builds into `outdir` (default `dist/client`); what stood there is replaced at the end, never half. With `ifStale` not
 * when another has built the same meanwhile: whoever did may be reading it by now.
 */
export async function buildClient({
  outdir = OUTDIR,
  minify = true,
  ifStale = false,
}: Options = {}): Promise<void> {
  const staging = `${outdir}.${process.pid}`;
  await rm(staging, { recursive: true, force: true });
  await mkdir(join(staging, 'assets'), { recursive: true });
  const hash = await sourceHash();
  const font = await writeHashed(staging, 'archivo.woff2', await Bun.file(FONT).bytes());
  const styles = await bundleStyles('styles.css', minify, font);
  const portalCss = await writeHashed(staging, 'portal.css', await bundleStyles('portal.css', minify, font));
  const icon = await writeHashed(
    staging,
    'mark.svg',
    await Bun.file(join(root, 'client/favicon.svg')).text(),
  );
  const scripts = await bundleScripts(staging, minify);
  await bundleRenderer(staging, minify);
  await writePage(staging, { font, styles, portalCss, icon, ...scripts });
  await compressAssets(staging);
  // Files that keep their path: what a stored address such as a banner's leads to.
  await cp(join(root, 'client/public'), staging, { recursive: true });
  if (ifStale && !(await isBuildStale(outdir))) return rm(staging, { recursive: true, force: true });
  await rm(outdir, { recursive: true, force: true });
  await rename(staging, outdir);
  await Bun.write(`${outdir}.hash`, hash);
}

/** Whether what is built is not what the sources say. */
export async function isBuildStale(outdir = OUTDIR): Promise<boolean> {
  const [built, page] = [Bun.file(`${outdir}.hash`), Bun.file(join(outdir, 'index.html'))];
  if (!(await built.exists()) || !(await page.exists())) return true;
  return (await built.text()) !== (await sourceHash());
}

/** Builds when it must; says whether it did. In a process of its own: a server need not keep a bundler's memory. */
export async function buildClientIfStale(): Promise<boolean> {
  if (!(await isBuildStale())) return false;
  const build = Bun.spawn([process.execPath, import.meta.path, IF_STALE], {
    stdout: 'ignore',
    stderr: 'inherit',
  });
  if ((await build.exited) !== 0) throw new Error('The client could not be built.');
  return true;
}

/** One hash of everything that the built client follows from. */
async function sourceHash(): Promise<string> {
  const patterns = [
    'client/**/*',
    'src/shared/*',
    'src/features/**/{contract,rules,fields}.ts',
    'package.json',
    'bun.lock',
    'scripts/{build,client-bundle}.ts',
    'src/pages/build.ts',
  ];
  const names = patterns.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(root)]).sort();
  const hasher = new Bun.CryptoHasher('sha256');
  const contents = await Promise.all(names.map((name) => Bun.file(join(root, name)).bytes()));
  for (const [index, name] of names.entries()) hasher.update(`${name}\n`).update(contents[index] ?? '');
  return hasher.digest('hex');
}

async function bundleStyles(name: string, minify: boolean, font: string): Promise<string> {
  const built = await Bun.build({
    entrypoints: [join(root, 'client', name)],
    minify,
    // The font is a file of its own. The bundler would inline it.
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

/** Bundles the scripts. Returns the first of them and those that it imports. */
async function bundleScripts(staging: string, minify: boolean): Promise<{ main: string; preload: string[] }> {
  const built = await Bun.build({ ...scriptsOf(minify), outdir: staging });
  const outputs = built.metafile?.outputs ?? {};
  const paths = (names: string[]) => names.map((name) => `/assets/${name}`);
  const byPage = Object.entries(filesByPage(outputs)).map(([page, names]) => [page, paths(names)]);
  await Bun.write(join(staging, PRELOADS), JSON.stringify(Object.fromEntries(byPage)));
  const [main = '', ...preload] = paths(filesOf(outputs, MAIN));
  return { main, preload };
}

type Assets = {
  font: string;
  styles: string;
  portalCss: string;
  icon: string;
  main: string;
  preload: string[];
};

async function writePage(staging: string, assets: Assets): Promise<void> {
  const { font, styles, portalCss, icon, main, preload } = assets;
  const page = await Bun.file(join(root, 'client/index.html')).text();
  const head = [
    `<link rel="icon" type="image/svg+xml" href="${icon}" />`,
    `<link rel="preload" as="font" type="font/woff2" href="${font}" crossorigin />`,
    // In the page: a file of its own would be waited for, once more there and back. What comes with a page is laid after
    // it: React looks for the precedence.
    `<style data-precedence="default" data-href="styles">${styles}</style>`,
    `<meta name="portal-styles" content="${portalCss}" />`,
  ];
  // After the content: on a slow connection its largest picture is fetched before the scripts.
  const scripts = [
    `<script type="module" src="${main}"></script>`,
    ...preload.map((path) => `<link rel="modulepreload" href="${path}" />`),
  ];
  const html = page
    .replace('<!-- assets -->', () => head.join('\n    '))
    .replace('<!-- scripts -->', () => scripts.join('\n    '));
  await Bun.write(join(staging, 'index.html'), html);
}

/** Writes a file under a name with the hash of its content; answers its path on the site. */
async function writeHashed(staging: string, name: string, content: string | Uint8Array): Promise<string> {
  const hash = Bun.hash(content).toString(36).slice(0, 8);
  const path = `/assets/${name.replace('.', `-${hash}.`)}`;
  await Bun.write(join(staging, path), content);
  return path;
}

async function compressAssets(staging: string): Promise<void> {
  for (const name of new Bun.Glob('assets/*').scanSync(staging)) {
    if (!COMPRESSIBLE.test(name)) continue;
    const path = join(staging, name);
    const bytes = await Bun.file(path).bytes();
    const quality = bytes.length < SMALL ? 11 : 9;
    await Bun.write(
      `${path}.br`,
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    );
    await Bun.write(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

if (import.meta.main) {
  const start = performance.now();
  await mkdir(dirname(OUTDIR), { recursive: true });
  await buildClient({ ifStale: process.argv.includes(IF_STALE) });
  console.log(`The client is built in ${Math.round(performance.now() - start)} ms.`);
}
