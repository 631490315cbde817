// What a cold visit of `/` loads of scripts, from what the bundler says of the files that it makes.
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { FIRST, scriptsOf } from './client-bundle';

/** Bytes, gzipped. */
export const LIMITS = {
  /** Before the first cards can be used. */
  first: 100_000,
  /** All that is loaded until the visit has come to rest. */
  all: 150_000,
};

/** What is fetched by itself after the first cards, in the order of its fetching. */
export const LATE = [
  'client/pages/home-late.tsx',
  'client/platform/data.tsx',
  'client/features/events/distance-options.tsx',
  'client/features/events/filter-sheet.tsx',
  'client/ui/toaster.tsx',
];

export type LoadedFile = {
  name: string;
  /** Gzipped. */
  bytes: number;
  isFirst: boolean;
  /** What it is made of, the largest first. */
  parts: { name: string; raw: number }[];
};

/** Bundles as the build does, and gives the files that are loaded. */
export async function firstLoad(): Promise<LoadedFile[]> {
  const built = await Bun.build(scriptsOf(true));
  const outputs = new Map(
    Object.entries(built.metafile?.outputs ?? {}).map(([path, output]) => [basename(path), output]),
  );
  const texts = new Map(built.outputs.map((output) => [basename(output.path), output]));
  const files: LoadedFile[] = [];

  async function load(name: string, isFirst: boolean): Promise<void> {
    const output = outputs.get(name);
    const artifact = texts.get(name);
    if (!output || !artifact || files.some((file) => file.name === name)) return;
    const bytes = gzipSync(await artifact.text(), { level: 9 }).length;
    files.push({ name, bytes, isFirst, parts: partsOf(output.inputs) });
    for (const one of output.imports)
      if (one.kind === 'import-statement') await load(basename(one.path), isFirst);
  }

  for (const entry of [...FIRST, ...LATE]) {
    const [name] = [...outputs].find(([, output]) => output.entryPoint?.endsWith(entry)) ?? [];
    if (!name) throw new Error(`The bundler makes no file of ${entry}.`);
    await load(name, FIRST.includes(entry));
  }
  return files;
}

/** By package, or by file of our own. */
function partsOf(inputs: Record<string, { bytesInOutput: number }>): LoadedFile['parts'] {
  const sums = new Map<string, number>();
  for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
    const name = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path;
    sums.set(name, (sums.get(name) ?? 0) + bytesInOutput);
  }
  return [...sums].map(([name, raw]) => ({ name, raw })).sort((a, b) => b.raw - a.raw);
}

export const sumOf = (files: readonly LoadedFile[]) => files.reduce((sum, { bytes }) => sum + bytes, 0);
