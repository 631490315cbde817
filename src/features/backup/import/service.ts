import { stat } from 'node:fs/promises';
import type { Admin, Context } from '../../../platform/context';
import { makeWorkDir } from '../../../platform/work-dir';
import { AppError } from '../../../shared/errors';
import { recordAct } from '../../audit/service';
import { GROUPS, NAMES } from '../collections/groups';
import { COLLECTIONS } from '../collections/store';
import type { CollectionResult, ImportAnswer } from '../contract';
import { checkBackup } from './check';
import { replaceGroup } from './replace';
import * as store from './store';

/** How far an import is; `done` and `total` are bytes of the document when it is read, groups when they are replaced. */
export type ImportProgress = { stage: 'reading' | 'replacing'; done: number; total: number };

type Options = {
  /** Who imports and stays as they are; nobody when a script does. */
  caller?: Admin;
  onProgress?: (progress: ImportProgress) => void;
};

/**
 * Replaces all content by what a backup says (D19), in one transaction: a crash leaves everything as it was. All of it is
 * read and checked before anything is touched. Collections that are tied stand or fall together, and the answer tells of
 * each. Throws `backup.unreadable`, `backup.version`, and `backup.busy` while another import is under way.
 */
export async function importBackup(
  ctx: Context,
  path: string,
  { caller, onProgress = () => {} }: Options = {},
): Promise<ImportAnswer> {
  const dir = await makeWorkDir(ctx.config);
  try {
    const { size } = await stat(path);
    return await ctx.database.db.transaction(async (tx) => {
      if (!(await store.beginImport(tx))) throw new AppError('backup.busy');
      onProgress({ stage: 'reading', done: 0, total: size });
      const backup = await checkBackup(path, dir.path, (done) =>
        onProgress({ stage: 'reading', done, total: size }),
      );

      const results = new Map<string, CollectionResult>();
      await store.lockTables(tx, COLLECTIONS);
      if (caller && !(await store.holdAdmin(tx, caller))) throw new AppError('request.unauthorized');
      for (const [index, group] of GROUPS.entries()) {
        onProgress({ stage: 'replacing', done: index, total: GROUPS.length });
        for (const [name, result] of await replaceGroup(ctx, tx, group, backup, caller))
          results.set(name, result);
      }
      if (caller) await recordAct(tx, { ...ctx, admin: caller }, 'backup.import');
      onProgress({ stage: 'replacing', done: GROUPS.length, total: GROUPS.length });
      return { collections: inOrder(results, backup.faults) };
    });
  } finally {
    await dir.remove();
  }
}

/** The collections as a backup names them, then what it names beside them. */
function inOrder(
  results: ReadonlyMap<string, CollectionResult>,
  faults: ReadonlyMap<string, string>,
): ImportAnswer['collections'] {
  const known = [...results].sort(([a], [b]) => NAMES.indexOf(a) - NAMES.indexOf(b));
  const unknown = [...faults].filter(([name]) => !results.has(name));
  return Object.fromEntries([
    ...known,
    ...unknown.map(([name, message]) => [name, { status: 'error' as const, message }] as const),
  ]);
}
