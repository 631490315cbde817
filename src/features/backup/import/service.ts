import { stat } from 'node:fs/promises';
import type { Admin, Context } from '../../../platform/context';
import { makeWorkDir } from '../../../platform/work-dir';
import { AppError } from '../../../shared/errors';
import type { AuditDetails } from '../../audit/contract';
import { recordAct } from '../../audit/service';
import { GROUPS, NAMES } from '../collections/groups';
import { ADMINS_UNCHANGED, type CollectionResult, type ImportAnswer } from '../contract';
import { checkBackup } from './check';
import { ADMINS, replaceGroup } from './replace';
import * as store from './store';

/** How far an import is; `done` and `total` are bytes of the document when it is read, groups when they are replaced. */
export type ImportProgress = { stage: 'reading' | 'replacing'; done: number; total: number };

type Options = {
  /** The admin who imports through the portal. Undefined for the script, which replaces the admin accounts too. */
  caller?: Admin;
  onProgress?: (progress: ImportProgress) => void;
};

/**
 * The highest order number that an import may introduce. The limit of the portal is lower than that of the script: after an
 * import with a stolen session, there is still room for new ads, and the script accepts every later export.
 */
const NUMBER_MAX = { portal: 1e12, script: 1e14 };

/**
 * Replaces all content by what a backup says (D19), in one transaction: a crash leaves everything as it was. All of it is
 * read and checked before anything is touched. Collections that are tied stand or fall together, and the answer tells of
 * each; `changes` has what changed in those that were replaced. Through the portal the admin accounts stay as they are.
 * Throws `backup.unreadable`, `backup.version`, and `backup.busy` while another import is under way.
 */
export async function importBackup(
  ctx: Context,
  path: string,
  { caller, onProgress = () => {} }: Options = {},
): Promise<ImportAnswer & { changes: AuditDetails }> {
  const dir = await makeWorkDir(ctx.config);
  try {
    const { size } = await stat(path);
    return await ctx.database.db.transaction(async (tx) => {
      if (!(await store.beginImport(tx))) throw new AppError('backup.busy');
      onProgress({ stage: 'reading', done: 0, total: size });
      const backup = await checkBackup(path, dir.path, (done) =>
        onProgress({ stage: 'reading', done, total: size }),
      );

      const groups = GROUPS.filter(({ names }) => !(caller && names.includes(ADMINS)));
      await store.lockTables(
        tx,
        groups.flatMap(({ tables }) => tables),
      );
      if (caller && !(await store.holdAdmin(tx, caller))) throw new AppError('request.unauthorized');
      const results = new Map<string, CollectionResult>();
      const changes: AuditDetails = {};
      for (const [index, group] of groups.entries()) {
        onProgress({ stage: 'replacing', done: index, total: groups.length });
        const numberMax = caller ? NUMBER_MAX.portal : NUMBER_MAX.script;
        const replaced = await replaceGroup(ctx, tx, group, backup, numberMax);
        for (const [name, result] of replaced.results) results.set(name, result);
        Object.assign(changes, replaced.changes);
      }
      if (caller) {
        const count = await store.countAdmins(tx);
        results.set(ADMINS, { status: 'success', count, message: ADMINS_UNCHANGED });
        await recordAct(tx, { ...ctx, admin: caller }, 'backup.import', {
          id: null,
          name: null,
          details: changes,
        });
      }
      onProgress({ stage: 'replacing', done: groups.length, total: groups.length });
      return { collections: inOrder(results, backup.faults), changes };
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
