// `bun run make:runtime DIR`: copies what the server needs to run, for the container.
import { cp, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ensurePackages, writeInstalledMarker } from './ensure-packages.ts';
import { helpIfAsked } from './help.ts';

const ROOT = join(import.meta.dir, '..');
helpIfAsked(`bun run make:runtime DIR

Copies the server, the built client and the packages that they load into DIR, which must not exist. The packages for
building and testing are a multiple of these. The embedded database is left out: DATABASE_URL is required there.

Exit codes: 0 copied, 1 failed, 2 wrong usage.`);

const [target] = Bun.argv.slice(2);
if (!target) {
  console.error('Name the folder to write. See --help.');
  process.exit(2);
}
await ensurePackages('all');
const { buildClientIfStale } = await import('./build.ts');
await buildClientIfStale();

/** The commands of operators, and the files that run as processes or workers of their own. */
const ENTRIES = [
  ...['start', 'admin-create', 'backup-export', 'backup-import', 'db-migrate', 'import-events'].map(
    (name) => `scripts/${name}.ts`,
  ),
  'src/platform/spreadsheet/table-process.ts',
  'src/platform/spreadsheet/resource-watch.ts',
  'src/features/sources/fetch/items-process.ts',
  'src/features/links/robots/robots-process.ts',
];
const FILES = ['package.json', 'bun.lock', 'tsconfig.json', 'src', 'db', 'scripts', 'client', 'dist'];
const UNUSED = /\.(d\.[cm]?ts|map|md)$/;

const trace = await Bun.build({
  entrypoints: ENTRIES.map((name) => join(ROOT, name)),
  target: 'bun',
  metafile: true,
});
const packages = new Set<string>();
for (const name of Object.keys(trace.metafile?.inputs ?? {}))
  if (name.includes('node_modules/')) await addPackage(await packageOf(dirname(name)));

/** The nearest folder above that has a name and a version. Some packages have a `package.json` in other folders too. */
async function packageOf(folder: string): Promise<string> {
  const manifest = Bun.file(join(ROOT, folder, 'package.json'));
  const { name, version } = (await manifest.exists()) ? await manifest.json() : {};
  return name && version ? folder : packageOf(dirname(folder));
}

/** With all it depends on: the bundler leaves out imports that are not used, but the server loads them. */
async function addPackage(folder: string | undefined): Promise<void> {
  if (folder === undefined || packages.has(folder)) return;
  packages.add(folder);
  const { dependencies = {}, optionalDependencies = {} } = await Bun.file(
    join(ROOT, folder, 'package.json'),
  ).json();
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies }))
    await addPackage(await findPackage(name, folder));
}

/** In the folder of the package that needs it, or in one above it. */
async function findPackage(name: string, from: string): Promise<string | undefined> {
  const found = join(from, 'node_modules', name);
  if (await Bun.file(join(ROOT, found, 'package.json')).exists()) return found;
  return from === '.' ? undefined : findPackage(name, dirname(from));
}

await mkdir(target);
for (const name of FILES) await cp(join(ROOT, name), join(target, name), { recursive: true });
for (const name of packages) {
  const source = join(ROOT, name);
  await cp(source, join(target, name), {
    recursive: true,
    // Nested packages are copied if they are loaded themselves.
    filter: (path) => !UNUSED.test(path) && path !== join(source, 'node_modules'),
  });
}
await writeInstalledMarker(target);
console.log(`Copied ${packages.size} packages and the server to ${target}.`);
