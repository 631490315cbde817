import type { BackgroundContext } from '#src/platform/context.ts';
import { readChunks } from '#src/platform/work-dir.ts';
import { UPLOADS_COLLECTION } from '../collections/groups.ts';
import { COLLECTIONS } from '../collections/store.ts';
import { readParts } from '../import/document.ts';
import { type ImportProgress, importBackup } from '../import/service.ts';
import { countRows } from '../import/store.ts';

export type Verification = {
  /** Why the file cannot be restored, or what the restored calendar lacks. Empty if it is complete. */
  problems: string[];
  /** By collection: the records of the file. */
  counts: Record<string, number>;
};

/**
 * Restores the file into `scratch`, an empty calendar of its own, and compares how many records the file and that
 * calendar have. Throws as {@link importBackup} does.
 */
export async function verifyBackup(
  scratch: BackgroundContext,
  path: string,
  onProgress?: (progress: ImportProgress) => void,
): Promise<Verification> {
  const { collections } = await importBackup(scratch, path, onProgress && { onProgress });
  const problems = Object.entries(collections).flatMap(([name, result]) =>
    result.status === 'error' ? [`${name}: ${result.message}`] : [],
  );
  if (problems.length > 0) return { problems, counts: {} };
  const counts = await countRecords(path);
  // It may have more: what the document of an earlier release lacks is derived, such as the series.
  for (const [name, stored] of Object.entries(await countStored(scratch)))
    if (stored < (counts[name] ?? 0))
      problems.push(`${name}: the file has ${counts[name]}, the restored calendar ${stored}.`);
  return { problems, counts };
}

async function countRecords(path: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const add = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  for await (const parts of readParts(readChunks(path)))
    for (const part of parts) {
      if (part.kind === 'record') add(part.collection);
      if (part.kind === 'upload' && part.step === 'start') add(UPLOADS_COLLECTION);
    }
  return counts;
}

async function countStored({ database, uploads }: BackgroundContext): Promise<Record<string, number>> {
  const counts: Record<string, number> = { [UPLOADS_COLLECTION]: (await uploads.list()).length };
  for (const collection of COLLECTIONS) counts[collection.name] = await countRows(database.db, collection);
  return counts;
}
