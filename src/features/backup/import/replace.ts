import { utimes } from 'node:fs/promises';
import { releaseUnusedNames } from '#src/features/accounts/service.ts';
import type { Changes, CollectionChanges } from '#src/features/audit/contract.ts';
import { blockUploadSweep } from '#src/features/banners/upload/service.ts';
import { assignSeries } from '#src/features/events/series/service.ts';
import { limitLinks } from '#src/features/organisers/service.ts';
import { removeDeletedAccounts } from '#src/features/privacy/deletion/service.ts';
import { removeErasedAddresses } from '#src/features/watches/data/service.ts';
import { indexSearches } from '#src/features/watches/matching/service.ts';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database.ts';
import { isUploadName } from '#src/platform/uploads.ts';
import { ADMINS, type Group, ORDER_NUMBERS_COLLECTION, UPLOADS_COLLECTION } from '../collections/groups.ts';
import { type Collection, findLastOrderNumber } from '../collections/store.ts';
import type { CollectionResult } from '../contract.ts';
import type { CheckedBackup } from './check.ts';
import * as store from './store.ts';

/** Rolls back the whole group of the collection. */
class ImportRejected extends Error {
  override readonly name = 'ImportRejected';
  constructor(
    readonly collection: string,
    message: string,
  ) {
    super(message);
  }
}

const GROUP_FAILED = 'Hör ihop med något som inte kunde läsas in.';

type GroupResult = { results: [string, CollectionResult][]; changes: CollectionChanges };

/** Replaces the whole group or leaves it unchanged. */
export async function replaceGroup(
  ctx: Context,
  tx: Db,
  group: Group,
  backup: CheckedBackup,
  numberMax: number,
): Promise<GroupResult> {
  const rejectGroup = (errors: ReadonlyMap<string, string>): GroupResult => ({
    results: group.names.map((name) => [
      name,
      { status: 'error', message: errors.get(name) ?? GROUP_FAILED },
    ]),
    changes: {},
  });
  if (group.names.some((name) => backup.errors.has(name))) return rejectGroup(backup.errors);
  try {
    return await tx.transaction(async (savepoint) => {
      for (const table of group.tables) await store.hashRows(savepoint, table);
      if (group.names.includes(ACCOUNTS)) await store.saveLoginAddresses(savepoint);
      for (const table of group.tables.toReversed()) await store.emptyTable(savepoint, table);
      for (const table of group.tables) await fillTable(savepoint, table, backup);
      const changes = await finishGroup(ctx, savepoint, group, backup, numberMax);
      for (const table of group.tables) changes[table.name] = await store.countChanges(savepoint, table);
      return { results: await countRecords(savepoint, group, backup), changes };
    });
  } catch (error) {
    if (!(error instanceof ImportRejected)) throw error;
    return rejectGroup(new Map([[error.collection, error.message]]));
  }
}

const EVENTS = 'events';
const BANNERS = 'banners';
const ACCOUNTS = 'marketplace_users';
const MESSAGES = 'messages';
const DEAL_STEPS = 'deal_steps';
const WATCHES = 'watches';
const ORGANISERS = 'organisers';

async function fillTable(tx: Db, table: Collection, { records }: CheckedBackup): Promise<void> {
  try {
    for await (const batch of records.get(table.name)?.batches() ?? [])
      await store.insertBatch(tx, table, batch);
  } catch (error) {
    const message = store.constraintErrorMessage(error);
    throw message ? new ImportRejected(table.name, message) : error;
  }
}

/** Runs once all tables of a group are filled. Returns the changes outside of these tables. */
async function finishGroup(
  ctx: Context,
  tx: Db,
  { names }: Group,
  backup: CheckedBackup,
  numberMax: number,
): Promise<CollectionChanges> {
  const changes: CollectionChanges = {};
  if (names.includes(ACCOUNTS)) {
    await releaseUnusedNames(tx);
    await removeDeletedAccounts(tx, ctx.now());
    await store.restoreLoginAddresses(tx);
  }
  // Events of a backup from an earlier release have no series.
  if (names.includes(EVENTS)) await assignSeries(tx);
  if (names.includes(ORDER_NUMBERS_COLLECTION))
    changes[ORDER_NUMBERS_COLLECTION] = await continueNumbering(tx, backup, numberMax);
  if (names.includes(BANNERS)) await store.renumberBanners(tx);
  if (names.includes(UPLOADS_COLLECTION)) changes[UPLOADS_COLLECTION] = await storeUploads(ctx, tx, backup);
  if (names.includes(MESSAGES) && (await store.hasMessageByNonParticipant(tx)))
    throw new ImportRejected(
      MESSAGES,
      'Ett meddelande är skrivet av någon som inte är med i konversationen.',
    );
  if (names.includes(DEAL_STEPS) && (await store.hasDealStepByNonParticipant(tx)))
    throw new ImportRejected(
      DEAL_STEPS,
      'Ett steg har bockats av utan att personen är med i konversationen.',
    );
  if (names.includes(WATCHES)) await removeErasedAddresses(tx);
  if (names.includes(ORGANISERS)) await limitLinks(tx, ctx.now());
  // The next watch gets the number after the last one.
  if (names.includes(WATCHES) && (await store.hasWatchAboveLastNumber(tx)))
    throw new ImportRejected(WATCHES, 'En bevakning har ett nummer som är högre än adressens senaste.');
  if (names.includes(WATCHES)) await indexSearches(tx);
  // Otherwise nobody could log in.
  if (names.includes(ADMINS) && (await store.countAdmins(tx)) === 0)
    throw new ImportRejected(ADMINS, 'Det måste finnas minst en administratör.');
  return changes;
}

/** Never goes back, and rejects a number that would leave no room for new ads. */
async function continueNumbering(tx: Db, { lastNumber }: CheckedBackup, numberMax: number): Promise<Changes> {
  const currentNumber = await findLastOrderNumber(tx);
  const newNumber = Math.max(lastNumber, await store.findGreatestNumber(tx));
  if (newNumber > Math.max(numberMax, currentNumber))
    throw new ImportRejected(ORDER_NUMBERS_COLLECTION, 'Ett ordernummer är för högt.');
  if (newNumber > currentNumber) await store.continueNumbers(tx, newNumber);
  return { added: 0, replaced: newNumber > currentNumber ? 1 : 0, removed: 0 };
}

/**
 * Stores the files before the transaction commits: a crash leaves unused files, but never a banner without its file.
 * Files are named after their content, so existing ones are identical.
 */
async function storeUploads(ctx: Context, tx: Db, { uploads }: CheckedBackup): Promise<Changes> {
  await blockUploadSweep(tx);
  const importedNames = new Set(uploads.map(({ name }) => name));
  for (const url of await store.findBannerFiles(tx)) {
    const name = url.slice(url.lastIndexOf('/') + 1);
    if (isUploadName(name) && !importedNames.has(name) && !(await ctx.uploads.find(name)))
      throw new ImportRejected(BANNERS, 'En banner visar en fil som saknas.');
  }
  const now = ctx.now();
  let added = 0;
  for (const upload of uploads) {
    upload.isNew ??= !(await ctx.uploads.find(upload.name));
    if (upload.isNew) added++;
    // An earlier attempt of this import may have stored it.
    if (upload.isStored) continue;
    await utimes(upload.path, now, now);
    await ctx.uploads.store(upload.path, upload.name);
    upload.isStored = true;
  }
  return { added, replaced: 0, removed: 0 };
}

async function countRecords(tx: Db, group: Group, { uploads }: CheckedBackup) {
  const counts = new Map<string, number>([
    [ORDER_NUMBERS_COLLECTION, 1],
    [UPLOADS_COLLECTION, uploads.length],
  ]);
  for (const table of group.tables) counts.set(table.name, await store.countRows(tx, table));
  return group.names.map((name): [string, CollectionResult] => [
    name,
    { status: 'success', count: counts.get(name) ?? 0 },
  ]);
}
