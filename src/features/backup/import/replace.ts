import { utimes } from 'node:fs/promises';
import type { Context } from '../../../platform/context';
import type { Db } from '../../../platform/database';
import { isUploadName } from '../../../platform/uploads';
import { releaseStrangersNames } from '../../accounts/service';
import type { AuditDetails, Changes } from '../../audit/contract';
import { holdBackSweep } from '../../banners/upload/service';
import { removeWhoLeft } from '../../privacy/deletion/service';
import { type Group, NUMBERS, UPLOADS } from '../collections/groups';
import { type Collection, findLastNumber } from '../collections/store';
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

/** The result of each collection of a group, and what changed in those that were replaced. */
export type GroupResult = { results: [string, CollectionResult][]; changes: AuditDetails };

/** Replaces a group by what the backup has, or leaves it as it was (D19). */
export async function replaceGroup(
  ctx: Context,
  tx: Db,
  group: Group,
  backup: CheckedBackup,
  numberMax: number,
): Promise<GroupResult> {
  const refused = (faults: ReadonlyMap<string, string>): GroupResult => ({
    results: group.names.map((name) => [name, { status: 'error', message: faults.get(name) ?? TIED }]),
    changes: {},
  });
  if (group.names.some((name) => backup.faults.has(name))) return refused(backup.faults);
  try {
    return await tx.transaction(async (nested) => {
      for (const table of group.tables) await store.hashRows(nested, table);
      if (group.names.includes(ACCOUNTS)) await store.holdAddresses(nested);
      for (const table of group.tables.toReversed()) await store.emptyTable(nested, table);
      for (const table of group.tables) await fill(nested, table, backup);
      const changes = await finish(ctx, nested, group, backup, numberMax);
      for (const table of group.tables) changes[table.name] = await store.countChanges(nested, table);
      return { results: await countAll(nested, group, backup), changes };
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return refused(new Map([[error.collection, error.message]]));
  }
}

export const ADMINS = 'admins';
const BANNERS = 'banners';
const ACCOUNTS = 'marketplace_users';
const MESSAGES = 'messages';

async function fill(tx: Db, table: Collection, { records }: CheckedBackup): Promise<void> {
  try {
    for await (const lot of records.get(table.name)?.lots() ?? []) await store.insertLot(tx, table, lot);
  } catch (error) {
    const refusal = store.refusalOf(error);
    throw refusal ? new Refused(table.name, refusal) : error;
  }
}

/** Runs once all tables of a group are filled. Returns what it changed outside of them. */
async function finish(
  ctx: Context,
  tx: Db,
  { names }: Group,
  backup: CheckedBackup,
  numberMax: number,
): Promise<AuditDetails> {
  const changes: AuditDetails = {};
  if (names.includes(ACCOUNTS)) {
    await releaseStrangersNames(tx);
    await removeWhoLeft(tx);
    await store.restoreAddresses(tx);
  }
  if (names.includes(NUMBERS)) changes[NUMBERS] = await keepNumbers(tx, backup, numberMax);
  if (names.includes(BANNERS)) await store.closeBannerGaps(tx);
  if (names.includes(UPLOADS)) changes[UPLOADS] = await keepUploads(ctx, tx, backup);
  if (names.includes(MESSAGES) && (await store.hasStrangersMessage(tx)))
    throw new Refused(MESSAGES, 'Ett meddelande är skrivet av någon som inte är med i konversationen.');
  // Nobody could log in any more.
  if (names.includes(ADMINS) && (await store.countAdmins(tx)) === 0)
    throw new Refused(ADMINS, 'Det måste finnas minst en administratör.');
  return changes;
}

/**
 * The next ad is numbered after `last`, after every ad that is there, and after all that were numbered before (D13). A
 * number far beyond all that were given is refused: there would be no room for the next ones.
 */
async function keepNumbers(tx: Db, { lastNumber }: CheckedBackup, max: number): Promise<Changes> {
  const given = await findLastNumber(tx);
  const last = Math.max(lastNumber, await store.findGreatestNumber(tx));
  if (last > Math.max(max, given)) throw new Refused(NUMBERS, 'Ett ordernummer är för högt.');
  if (last > given) await store.continueNumbers(tx, last);
  return { added: 0, replaced: last > given ? 1 : 0, removed: 0 };
}

/**
 * Files come before what refers to them is committed: a crash leaves files that nobody shows, never a banner without its
 * file. What is there under a name has the same bytes. No file is removed.
 */
async function keepUploads(ctx: Context, tx: Db, { uploads }: CheckedBackup): Promise<Changes> {
  await holdBackSweep(tx);
  const coming = new Set(uploads.map(({ name }) => name));
  for (const url of await store.findShownFiles(tx)) {
    const name = url.slice(url.lastIndexOf('/') + 1);
    if (isUploadName(name) && !coming.has(name) && !(await ctx.uploads.find(name)))
      throw new Refused(BANNERS, 'En banner visar en fil som saknas.');
  }
  const now = ctx.now();
  let added = 0;
  for (const { name, path } of uploads) {
    if (!(await ctx.uploads.find(name))) added++;
    await utimes(path, now, now);
    await ctx.uploads.keep(path, name);
  }
  return { added, replaced: 0, removed: 0 };
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
