// How many bytes of script a cold visit of the home page loads.
import { firstLoad, LIMITS, type LoadedFile, sumOf } from '../first-load';
import { helpIfAsked } from '../help';

helpIfAsked(`bun run bench first-load

Bundles the client and prints, file by file, what a cold visit of / loads of scripts, gzipped: before the first cards can be
used, and all of it. These are bytes, not times: one run says it.

Exit code: 0 within the limits, 1 over one.`);

const kB = (bytes: number) => (bytes / 1000).toFixed(1);
const PARTS = 6;

const files = await firstLoad();
const first = files.filter(({ isFirst }) => isFirst);
print('before the first cards can be used', first);
print(
  'after them',
  files.filter(({ isFirst }) => !isFirst),
);

const sums = { first: sumOf(first), all: sumOf(files) };
console.table({
  'before the first cards': { kB: kB(sums.first), 'at most': kB(LIMITS.first) },
  'all of it': { kB: kB(sums.all), 'at most': kB(LIMITS.all) },
});
process.exitCode = sums.first > LIMITS.first || sums.all > LIMITS.all ? 1 : 0;

function print(title: string, some: LoadedFile[]): void {
  console.log(`\n${title}: ${kB(sumOf(some))} kB`);
  for (const { name, bytes, parts } of some) {
    console.log(`  ${kB(bytes).padStart(6)} kB  ${name}`);
    for (const part of parts.slice(0, PARTS))
      console.log(`             ${kB(part.raw).padStart(6)} kB raw  ${part.name}`);
  }
}
