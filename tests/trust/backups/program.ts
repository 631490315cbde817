import { join } from 'node:path';
import type { ImportAnswer } from '../../../src/features/backup/contract';
import { importBackup } from '../../../src/features/backup/import/service';
import { hashPassword } from '../../../src/platform/passwords';
import { hashToken, newToken } from '../../../src/platform/tokens';
import { AppError } from '../../../src/shared/errors';
import type { TestApp } from '../../support/app';
import { type Backups, backupsOf, contentOf, type Document, wipe } from '../../support/backup';
import { documentFor, type Hashes } from './documents';
import { drawn } from './draw';
import { mutate } from './mutations';
import { untilAnswered } from './patience';
import { PASSWORD, tryCalendar } from './use';

export type Sum = {
  documents: number;
  /** Those of which everything was imported, something, and nothing. */
  whole: number;
  partly: number;
  refused: number;
  calls: number;
  faults: string[];
};
export const noSum = (): Sum => ({ documents: 0, whole: 0, partly: 0, refused: 0, calls: 0, faults: [] });

/** One document of a seed: half of them as the product can have written it, the others changed in some places. */
const madeFrom = (seed: number, hashes: Hashes, most: number) =>
  drawn(seed, (draw) => {
    const document = documentFor(draw, hashes);
    const count = draw.chance(50) ? 0 : draw.int(1, most);
    return { document, changes: Array.from({ length: count }, () => mutate(draw, document)) };
  });

type Results = ImportAnswer['collections'];

const failedOf = (results: Results) => Object.entries(results).filter(([, { status }]) => status === 'error');

/** An empty calendar with one admin, whose session is as fresh as an import needs it (D8). */
class Calendar {
  readonly headers: Record<string, string>;
  private readonly backups: Backups;
  readonly #token = newToken();

  constructor(
    readonly app: TestApp,
    private readonly hash: string,
  ) {
    this.headers = { authorization: `Bearer ${this.#token}` };
    this.backups = backupsOf(app, this.headers);
  }

  async empty(): Promise<void> {
    await wipe(this.app.context);
    await this.app.sql.unsafe(`delete from admins; delete from deleted_accounts; delete from rate_limits; delete from outbox;
      delete from audit_log; alter sequence announcement_numbers restart with 1`);
    await this.logIn();
  }

  /** The admin is made anew where an import left none of that name. */
  async logIn(): Promise<void> {
    const { sql } = this.app;
    await sql`insert into admins (id, username, password_hash, created_at)
      values (${Bun.randomUUIDv7()}, 'boss', ${this.hash}, '2026-01-01') on conflict (username) do nothing`;
    await sql`delete from admin_sessions where token_hash = ${await hashToken(this.#token)}`;
    await sql`insert into admin_sessions (token_hash, admin_id, expires_at)
      select ${await hashToken(this.#token)}, id, '2099-01-01' from admins where username = 'boss'`;
  }

  async importByPortal(text: string): Promise<{ status: number; results: Results }> {
    const { status, body } = await untilAnswered(
      () => this.backups.import(text),
      // 409: the one that was given up is still under way.
      ({ status }) => status === 503 || status === 409,
    );
    return { status, results: body.collections };
  }

  export(): Promise<string> {
    return untilAnswered(
      () =>
        this.backups.export().catch((error: Error) => {
          if (error.message.includes('503')) return '';
          throw error;
        }),
      (text) => text === '',
    );
  }

  async importByScript(text: string): Promise<{ status: number; results: Results }> {
    const path = join(this.app.context.config.dataDir, 'backup.json');
    await Bun.write(path, text);
    try {
      const { collections } = await importBackup(this.app.context, path);
      return { status: 200, results: collections };
    } catch (error) {
      if (error instanceof AppError) return { status: 400, results: {} };
      throw error;
    } finally {
      await this.logIn();
    }
  }

  /** What is exported is imported whole, and exported again it is the same. Returns what is not so. */
  async faultsOfRoundTrip(when: string, isScript = false): Promise<string[]> {
    const exported = await this.export();
    if (isScript) await this.empty();
    const { status, results } = await (isScript
      ? this.importByScript(exported)
      : this.importByPortal(exported));
    if (status !== 200) return [`${when}: the export is answered ${status}`];
    const failed = failedOf(results);
    if (failed.length > 0) return [`${when}: the export is refused: ${JSON.stringify(failed).slice(0, 300)}`];
    const same = contentOf(await this.export()) === contentOf(exported);
    return same ? [] : [`${when}: the next export is another`];
  }
}

/** Imports a document and, when any of it was taken, exports it, uses it and restores it elsewhere. */
async function tryDocument(
  calendar: Calendar,
  document: Document,
  byScript: boolean,
  sum: Sum,
  known: string,
) {
  await calendar.empty();
  const text = JSON.stringify(document);
  const { status, results } = await (byScript
    ? calendar.importByScript(text)
    : calendar.importByPortal(text));
  if (status === 400) {
    sum.refused++;
    return [];
  }
  if (status !== 200) return [`the import: ${status}`];
  const failed = failedOf(results);
  if (failed.length === 0) sum.whole++;
  else sum.partly++;
  const faults = await calendar.faultsOfRoundTrip('at once');
  const stored = JSON.parse(await calendar.export()) as Document;
  const use = await tryCalendar(calendar.app, calendar.headers, stored, known);
  sum.calls += use.calls;
  faults.push(...use.faults);
  faults.push(...(await calendar.faultsOfRoundTrip('after use')));
  faults.push(...(await calendar.faultsOfRoundTrip('elsewhere', true)));
  return faults;
}

/** Tries so many documents of seeds from `seed` on, each with so many changes at most; every fourth is imported by script. */
export async function tryDocuments(
  app: TestApp,
  sum: Sum,
  { seed, count, changes: most }: { seed: number; count: number; changes: number },
): Promise<void> {
  const hashes = { known: await hashPassword(PASSWORD), unknown: await hashPassword(crypto.randomUUID()) };
  const calendar = new Calendar(app, hashes.known);
  for (let at = seed; at < seed + count; at++) {
    const { document, changes } = madeFrom(at, hashes, most);
    sum.documents++;
    const faults = await tryDocument(calendar, document, at % 4 === 0, sum, hashes.known);
    for (const fault of faults)
      sum.faults.push(`seed ${at} (${changes.join('; ') || 'unchanged'}): ${fault}`);
  }
}
