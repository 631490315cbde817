import { stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { CollectionChanges } from '#src/features/audit/contract.ts';
import { recordAction } from '#src/features/audit/service.ts';
import type { AdminContext, Context } from '#src/platform/context.ts';
import { keepBackgroundOut } from '#src/platform/database/restore-lock.ts';
import type { Db } from '#src/platform/database.ts';
import { requireLiveSession } from '#src/platform/procedure/admin-access.ts';
import { makeWorkDir } from '#src/platform/work-dir.ts';
import { AppError } from '#src/shared/errors.ts';
import { BACKUP_COLLECTION_NAMES, GROUPS, type Group, isOfAdmins } from '../collections/groups.ts';
import {
  ADMINS_NOT_INCLUDED,
  ADMINS_UNCHANGED,
  type BackupImportResult,
  type CollectionResult,
} from '../contract.ts';
import { type CheckedBackup, checkBackup } from './check.ts';
import { replaceGroup } from './replace.ts';
import * as store from './store.ts';

/** `done` and `total` are bytes while reading and groups while replacing. */
export type ImportProgress = { stage: 'reading' | 'replacing'; done: number; total: number };

type Options = {
  /** Undefined for the script, which also replaces the admin accounts if the document has some. */
  caller?: AdminContext;
  onProgress?: (progress: ImportProgress) => void;
};

/**
 * The highest order number that an import may introduce. The portal's limit is lower: an import with a stolen session
 * still leaves room for new ads, and the script accepts every later export.
 */
const ORDER_NUMBER_MAX = { portal: 1e12, script: 1e14 };

/**
 * Replaces all content in one transaction: a crash leaves everything unchanged. Background work of all instances waits
 * meanwhile. Keeps the admin accounts if it comes through the portal or the document has none. Throws
 * `backup.unreadable`, `backup.version`, or `backup.busy` while another import runs.
 */
export async function importBackup(
  ctx: Context,
  path: string,
  { caller, onProgress = () => {} }: Options = {},
): Promise<BackupImportResult & { changes: CollectionChanges }> {
  const dir = await makeWorkDir(ctx.config);
  try {
    const { size } = await stat(path);
    return await ctx.database.db.transaction(async (tx) => {
      if (!(await store.beginImport(tx))) throw new AppError('backup.busy');
      onProgress({ stage: 'reading', done: 0, total: size });
      const backup = await checkBackup(path, dir.path, (done) =>
        onProgress({ stage: 'reading', done, total: size }),
      );

      await keepBackgroundOut(tx);
      const keepsAdmins = caller !== undefined || !backup.hasAdmins;
      const groups = GROUPS.filter((group) => !(keepsAdmins && isOfAdmins(group)));
      const { results, changes } = await untilUndisturbed(tx, (savepoint, attempt) =>
        replaceAll(ctx, savepoint, { groups, backup, caller, attempt, onProgress }),
      );
      onProgress({ stage: 'replacing', done: groups.length, total: groups.length });
      return { collections: orderResults(results, backup.errors), changes };
    });
  } finally {
    await dir.remove();
  }
}

type Replacement = {
  groups: readonly Group[];
  backup: CheckedBackup;
  caller: AdminContext | undefined;
  attempt: number;
  onProgress: (progress: ImportProgress) => void;
};

async function replaceAll(
  ctx: Context,
  tx: Db,
  { groups, backup, caller, attempt, onProgress }: Replacement,
): Promise<{ results: Map<string, CollectionResult>; changes: CollectionChanges }> {
  await store.lockTables(
    tx,
    groups.flatMap(({ tables }) => tables),
    attempt,
  );
  const results = new Map<string, CollectionResult>();
  const changes: CollectionChanges = {};
  const numberMax = caller ? ORDER_NUMBER_MAX.portal : ORDER_NUMBER_MAX.script;
  for (const [index, group] of groups.entries()) {
    onProgress({ stage: 'replacing', done: index, total: groups.length });
    const groupResult = await replaceGroup(ctx, tx, group, backup, numberMax);
    for (const [name, result] of groupResult.results) results.set(name, result);
    Object.assign(changes, groupResult.changes);
  }
  const message = caller ? ADMINS_UNCHANGED : ADMINS_NOT_INCLUDED;
  for (const table of GROUPS.filter((group) => !groups.includes(group)).flatMap(({ tables }) => tables)) {
    const count = await store.countRows(tx, table);
    results.set(table.name, { status: 'success', count, message });
  }
  if (caller) {
    // At the end, because the statements above wait for locks.
    await requireLiveSession(caller, tx);
    await recordAction(tx, caller, 'backup.import', { id: null, name: null, details: changes });
  }
  return { results, changes };
}

const ATTEMPTS_MAX = 60;
const PAUSE_MS = { min: 50, max: 400 };

/** Tries again from a savepoint while calls of others are in the way, whose locks no import can foresee. */
async function untilUndisturbed<Result>(
  tx: Db,
  work: (savepoint: Db, attempt: number) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++)
    try {
      return await tx.transaction((savepoint) => work(savepoint, attempt));
    } catch (error) {
      if (!store.isLockConflict(error) || attempt === ATTEMPTS_MAX) throw error;
      await setTimeout(PAUSE_MS.min + Math.random() * (PAUSE_MS.max - PAUSE_MS.min));
    }
}

function orderResults(
  results: ReadonlyMap<string, CollectionResult>,
  errors: ReadonlyMap<string, string>,
): BackupImportResult['collections'] {
  const knownResults = [...results].sort(
    ([a], [b]) => BACKUP_COLLECTION_NAMES.indexOf(a) - BACKUP_COLLECTION_NAMES.indexOf(b),
  );
  const unknownErrors = [...errors].filter(([name]) => !results.has(name));
  return Object.fromEntries([
    ...knownResults,
    ...unknownErrors.map(([name, message]) => [name, { status: 'error' as const, message }] as const),
  ]);
}
