// The scripts that a page needs before it is interactive, from the bundler's metadata.
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { filesOf, MAIN, scriptsOf } from './client-bundle.ts';

/** Gzipped, in bytes, for each server-rendered page. */
export const LIMIT_BYTES = 172_000;

/** The source files of each page, in addition to {@link MAIN}. */
const PAGES = {
  '/': ['client/pages/home.tsx'],
  '/map': ['client/pages/map.tsx'],
  '/marketplace': ['client/pages/marketplace.tsx'],
};

export type LoadedFile = {
  name: string;
  /** Gzipped. */
  bytes: number;
  parts: { name: string; rawBytes: number }[];
};

export async function firstLoad(): Promise<Record<string, LoadedFile[]>> {
  const built = await Bun.build(scriptsOf(true));
  const outputs = built.metafile?.outputs ?? {};
  const inputs = new Map(Object.entries(outputs).map(([path, { inputs }]) => [basename(path), inputs]));
  const texts = new Map(built.outputs.map((output) => [basename(output.path), output]));
  const load = async (name: string): Promise<LoadedFile> => ({
    name,
    bytes: gzipSync((await texts.get(name)?.text()) ?? '', { level: 9 }).length,
    parts: partsOf(inputs.get(name) ?? {}),
  });
  const pages = Object.entries(PAGES).map(async ([path, sources]) => {
    const names = new Set([MAIN, ...sources].flatMap((source) => filesOf(outputs, source)));
    return [path, await Promise.all([...names].map(load))];
  });
  return Object.fromEntries(await Promise.all(pages));
}

/** By package, or by file for the project's own files. */
function partsOf(inputs: Record<string, { bytesInOutput: number }>): LoadedFile['parts'] {
  const sums = new Map<string, number>();
  for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
    const name = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path;
    sums.set(name, (sums.get(name) ?? 0) + bytesInOutput);
  }
  return [...sums].map(([name, rawBytes]) => ({ name, rawBytes })).sort((a, b) => b.rawBytes - a.rawBytes);
}

export const sumOf = (files: readonly LoadedFile[]) => files.reduce((sum, { bytes }) => sum + bytes, 0);
