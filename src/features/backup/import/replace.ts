import { utimes } from 'node:fs/promises';
import type { Admin, Context } from '../../../platform/context';
import type { Db } from '../../../platform/database';
import { isUploadName } from '../../../platform/uploads';
import { holdBackSweep } from '../../banners/upload/service';
import { removeWhoLeft } from '../../privacy/deletion/service';
import { type Group, NUMBERS, UPLOADS } from '../collections/groups';
import type { Collection } from '../collections/store';
import type { CollectionResult } from '../contract';
import type { CheckedBackup } from './check';
import * as store from './store';

/** A collection that could not be taken: its group is put back as it was. */
class Refused extends Error {
  override readonly name = 'Refused';
  constructor(
    readonly collection: string,
    message: string,
  ) {
    super(message);
  }
}

const TIED = 'Hör ihop med något som inte kunde läsas in.';

/** Replaces a group by what the backup has, or leaves it as it was (D19); tells of each name in it. */
export async function replaceGroup(
  ctx: Context,
  tx: Db,
  group: Group,
  backup: CheckedBackup,
  caller: Admin | undefined,
): Promise<[string, CollectionResult][]> {
  const refused = (faults: ReadonlyMap<string, string>) =>
    group.names.map((name): [string, CollectionResult] => [
      name,
      { status: 'error', message: faults.get(name) ?? TIED },
    ]);
  if (group.names.some((name) => backup.faults.has(name))) return refused(backup.faults);
  try {
    return await tx.transaction(async (nested) => {
      for (const table of group.tables.toReversed()) {
        if (table.name === ADMINS) await store.deleteOtherAdmins(nested, caller);
        else await store.emptyTable(nested, table);
      }
      for (const table of group.tables) await fill(nested, table, backup, caller);
      await finish(ctx, nested, group, backup);
      return await countAll(nested, group, backup);
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return refused(new Map([[error.collection, error.message]]));
  }
}

const ADMINS = 'admins';
const BANNERS = 'banners';
const ACCOUNTS = 'marketplace_users';

async function fill(
  tx: Db,
  table: Collection,
  { records }: CheckedBackup,
  caller: Admin | undefined,
): Promise<void> {
  try {
    for await (const lot of records.get(table.name)?.lots() ?? []) {
      if (table.name === ADMINS) await store.insertOtherAdmins(tx, table, lot, caller);
      else await store.insertLot(tx, table, lot);
    }
  } catch (error) {
    const refusal = store.refusalOf(error);
    throw refusal ? new Refused(table.name, refusal) : error;
  }
}

/** What is to be done once all tables of a group are filled. */
async function finish(ctx: Context, tx: Db, { names }: Group, backup: CheckedBackup): Promise<void> {
  if (names.includes(ACCOUNTS)) await removeWhoLeft(tx);
  if (names.includes(NUMBERS)) await store.continueNumbers(tx, backup.lastNumber);
  if (names.includes(UPLOADS)) await keepUploads(ctx, tx, backup);
  // Nobody could log in any more.
  if (names.includes(ADMINS) && !(await store.hasAdmins(tx)))
    throw new Refused(ADMINS, 'Det måste finnas minst en administratör.');
}

/**
 * Files come before what refers to them is committed: a crash leaves files that nobody shows, never a banner without its
 * file. What is there under a name has the same bytes.
 */
async function keepUploads(ctx: Context, tx: Db, { uploads }: CheckedBackup): Promise<void> {
  await holdBackSweep(tx);
  const coming = new Set(uploads.map(({ name }) => name));
  for (const url of await store.findShownFiles(tx)) {
    const name = url.slice(url.lastIndexOf('/') + 1);
    if (isUploadName(name) && !coming.has(name) && !(await ctx.uploads.find(name)))
      throw new Refused(BANNERS, 'En banner visar en fil som saknas.');
  }
  const now = ctx.now();
  for (const { name, path } of uploads) {
    await utimes(path, now, now);
    await ctx.uploads.keep(path, name);
  }
}

async function countAll(tx: Db, group: Group, { uploads }: CheckedBackup) {
  const counts = new Map<string, number>([
    [NUMBERS, 1],
    [UPLOADS, uploads.length],
  ]);
  for (const table of group.tables) counts.set(table.name, await store.countRows(tx, table));
  return group.names.map((name): [string, CollectionResult] => [
    name,
    { status: 'success', count: counts.get(name) ?? 0 },
  ]);
}
