// The size of the scripts that a page needs before it is interactive.
import { firstLoad, LIMIT_BYTES, type LoadedFile, sumOf } from '#scripts/first-load.ts';
import { helpIfAsked } from '#scripts/help.ts';

helpIfAsked(`bun run bench first-load

Bundles the client and prints the scripts that each server-rendered page needs before it is interactive, file by file, gzipped.
The sizes do not vary, so one run is enough.

Exit codes: 0 within the limit, 1 over it.`);

const kB = (bytes: number) => (bytes / 1000).toFixed(1);
const SHOWN_PARTS = 6;

const pages = await firstLoad();
for (const [path, files] of Object.entries(pages)) print(path, files);
console.table(
  Object.fromEntries(
    Object.entries(pages).map(([path, files]) => [
      path,
      { kB: kB(sumOf(files)), 'at most': kB(LIMIT_BYTES) },
    ]),
  ),
);
process.exitCode = Object.values(pages).some((files) => sumOf(files) > LIMIT_BYTES) ? 1 : 0;

function print(path: string, files: LoadedFile[]): void {
  console.log(`\n${path}: ${kB(sumOf(files))} kB`);
  for (const { name, bytes, parts } of files) {
    console.log(`  ${kB(bytes).padStart(6)} kB  ${name}`);
    for (const part of parts.slice(0, SHOWN_PARTS))
      console.log(`             ${kB(part.rawBytes).padStart(6)} kB raw  ${part.name}`);
  }
}
