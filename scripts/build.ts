// Builds the client: `bun scripts/build.ts`. The start and development scripts call it too.
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { PRELOADS } from '#src/pages/build.ts';
import {
  bundleEmbed,
  bundleRenderer,
  bundleStyles,
  filesByPage,
  filesOf,
  MAIN,
  scriptsOf,
} from './client-bundle.ts';
import { helpIfAsked } from './help.ts';

const root = join(import.meta.dir, '..');
const OUTDIR = join(root, 'dist/client');
const FONT = join(
  root,
  'node_modules/@fontsource-variable/archivo/files/archivo-latin-standard-normal.woff2',
);
const COMPRESSIBLE = /\.(js|css|svg|json)$/;
/** Above this size, the highest brotli quality takes seconds. */
const SMALL_FILE_BYTES = 1024 * 1024;

type Options = { outdir?: string; minify?: boolean; ifStale?: boolean };

/** Skips the last step if another process has built the same client meanwhile. */
const IF_STALE_FLAG = '--if-stale';

/**
 * Replaces the content of `outdir` only at the end, so that it is never incomplete. With `ifStale`, keeps what another
 * process has built meanwhile, because a server may already be reading it.
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
  await bundleEmbed(staging, font, minify);
  await writePage(staging, { font, styles, portalCss, icon, ...scripts });
  await compressAssets(staging);
  // These paths stay the same, because stored URLs such as a banner's refer to them.
  await cp(join(root, 'client/public'), staging, { recursive: true });
  if (ifStale && !(await isBuildStale(outdir))) return rm(staging, { recursive: true, force: true });
  await replaceDir(outdir, staging);
  await Bun.write(`${outdir}.hash`, hash);
}

/** Repeats if another process put its build there between the two steps, as when two instances start at once. */
async function replaceDir(dir: string, replacement: string): Promise<void> {
  await rm(dir, { recursive: true, force: true });
  await rename(replacement, dir).catch((error) => {
    if (error.code !== 'ENOTEMPTY') throw error;
    return replaceDir(dir, replacement);
  });
}

export async function isBuildStale(outdir = OUTDIR): Promise<boolean> {
  const [built, page] = [Bun.file(`${outdir}.hash`), Bun.file(join(outdir, 'index.html'))];
  if (!(await built.exists()) || !(await page.exists())) return true;
  return (await built.text()) !== (await sourceHash());
}

/** Returns whether it built. Uses a separate process, so that a server does not keep the bundler's memory. */
export async function buildClientIfStale(): Promise<boolean> {
  if (!(await isBuildStale())) return false;
  const build = Bun.spawn([process.execPath, import.meta.path, IF_STALE_FLAG], {
    stdout: 'ignore',
    stderr: 'inherit',
  });
  if ((await build.exited) !== 0) throw new Error('The client build failed. See the output above.');
  return true;
}

async function sourceHash(): Promise<string> {
  const patterns = [
    'client/**/*',
    'src/shared/*',
    'src/features/**/{contract,rules,fields}.ts',
    'src/features/events/filter/*',
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
    // Inline, because a separate file would cost another round trip. React places later stylesheets after it by the
    // precedence.
    `<style data-precedence="default" data-href="styles">${styles}</style>`,
    `<meta name="portal-styles" content="${portalCss}" />`,
  ];
  // After the content, so that a slow connection fetches the page's largest image before the scripts.
  const scripts = [
    `<script type="module" src="${main}"></script>`,
    ...preload.map((path) => `<link rel="modulepreload" href="${path}" />`),
  ];
  const html = page
    .replace('<!-- assets -->', () => head.join('\n    '))
    .replace('<!-- scripts -->', () => scripts.join('\n    '));
  await Bun.write(join(staging, 'index.html'), html);
}

/** The name gets a hash of the content. Returns the URL path. */
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
    const quality = bytes.length < SMALL_FILE_BYTES ? 11 : 9;
    await Bun.write(
      `${path}.br`,
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    );
    await Bun.write(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

if (import.meta.main) {
  helpIfAsked(
    'bun run build\n\nBuilds the client into dist/client. `bun start` and `bun run test` do it when it is stale.',
  );
  const start = performance.now();
  await mkdir(dirname(OUTDIR), { recursive: true });
  await buildClient({ ifStale: process.argv.includes(IF_STALE_FLAG) });
  console.log(`Built the client in ${Math.round(performance.now() - start)} ms.`);
}
