import { join } from 'node:path';
import type { BackupImportResult } from '#src/features/backup/contract.ts';
import { importBackup } from '#src/features/backup/import/service.ts';
import { hashPassword } from '#src/platform/passwords/passwords.ts';
import { hashToken, newToken } from '#src/platform/tokens.ts';
import { AppError } from '#src/shared/errors.ts';
import type { TestApp } from '#tests/support/app.ts';
import { type Backups, backupsOf, contentOf, type Document, wipeContent } from '#tests/support/backup.ts';
import { checkApi, PASSWORD } from './api-check.ts';
import { documentFor, type Hashes } from './documents.ts';
import { drawFromSeed } from './draw.ts';
import { mutate } from './mutations.ts';
import { retryWhileBusy } from './retry-while-busy.ts';

export type Totals = {
  documents: number;
  /** Of the documents: imported completely, imported in part, and refused. */
  complete: number;
  partial: number;
  refused: number;
  /** Calls to the API after the imports. */
  calls: number;
  violations: string[];
};
export const newTotals = (): Totals => ({
  documents: 0,
  complete: 0,
  partial: 0,
  refused: 0,
  calls: 0,
  violations: [],
});

/** Half of the documents are valid backups, the others have up to `maxChanges` changes. */
const randomDocument = (seed: number, hashes: Hashes, maxChanges: number) =>
  drawFromSeed(seed, (draw) => {
    const document = documentFor(draw, hashes);
    const count = draw.chance(50) ? 0 : draw.int(1, maxChanges);
    return { document, changes: Array.from({ length: count }, () => mutate(draw, document)) };
  });

type Results = BackupImportResult['collections'];

const failedCollections = (results: Results) =>
  Object.entries(results).filter(([, { status }]) => status === 'error');

/** Has one admin, whose session is recent enough for an import. */
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
    await wipeContent(this.app.context);
    await this.app.sql.unsafe(`delete from admins; delete from deleted_accounts; delete from rate_limits; delete from outbox;
      delete from audit_log; alter sequence announcement_numbers restart with 1`);
    await this.logIn();
  }

  /** An import may have removed the admin. */
  async logIn(): Promise<void> {
    const { sql } = this.app;
    await sql`insert into admins (id, username, password_hash, created_at)
      values (${Bun.randomUUIDv7()}, 'boss', ${this.hash}, '2026-01-01') on conflict (username) do nothing`;
    await sql`delete from admin_sessions where token_hash = ${hashToken(this.#token)}`;
    await sql`insert into admin_sessions (token_hash, admin_id, expires_at, confirmed_at)
      select ${hashToken(this.#token)}, id, '2099-01-01', now() from admins where username = 'boss'`;
  }

  async importByPortal(text: string): Promise<{ status: number; results: Results }> {
    const { status, body } = await retryWhileBusy(
      () => this.backups.import(text),
      // 409: an import that timed out is still running.
      ({ status }) => status === 503 || status === 409,
    );
    return { status, results: body.collections };
  }

  export(): Promise<string> {
    return retryWhileBusy(
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

  /** The import must be complete and both exports equal. Returns the violations. */
  async checkRoundTrip(when: string, viaScript = false): Promise<string[]> {
    const exported = await this.export();
    if (viaScript) await this.empty();
    const { status, results } = await (viaScript
      ? this.importByScript(exported)
      : this.importByPortal(exported));
    if (status !== 200) return [`${when}: importing the export returned ${status}`];
    const failed = failedCollections(results);
    if (failed.length > 0)
      return [
        `${when}: the import rejected collections of the export: ${JSON.stringify(failed).slice(0, 300)}`,
      ];
    const isEqual = contentOf(await this.export()) === contentOf(exported);
    return isEqual ? [] : [`${when}: the second export differs from the first`];
  }
}

async function checkDocument(
  calendar: Calendar,
  document: Document,
  viaScript: boolean,
  totals: Totals,
  knownHash: string,
) {
  await calendar.empty();
  const text = JSON.stringify(document);
  const { status, results } = await (viaScript
    ? calendar.importByScript(text)
    : calendar.importByPortal(text));
  if (status === 400) {
    totals.refused++;
    return [];
  }
  if (status !== 200) return [`the import: ${status}`];
  const failed = failedCollections(results);
  if (failed.length === 0) totals.complete++;
  else totals.partial++;
  const violations = await calendar.checkRoundTrip('right after the import');
  const stored = JSON.parse(await calendar.export()) as Document;
  const apiCheck = await checkApi(calendar.app, calendar.headers, stored, knownHash);
  totals.calls += apiCheck.calls;
  violations.push(...apiCheck.violations);
  violations.push(...(await calendar.checkRoundTrip('after use')));
  violations.push(...(await calendar.checkRoundTrip('on an empty calendar', true)));
  return violations;
}

export async function checkDocuments(
  app: TestApp,
  totals: Totals,
  { seed, count, maxChanges }: { seed: number; count: number; maxChanges: number },
): Promise<void> {
  const hashes = {
    knownHash: await hashPassword(PASSWORD),
    unknownHash: await hashPassword(crypto.randomUUID()),
  };
  const calendar = new Calendar(app, hashes.knownHash);
  for (let documentSeed = seed; documentSeed < seed + count; documentSeed++) {
    const { document, changes } = randomDocument(documentSeed, hashes, maxChanges);
    totals.documents++;
    const violations = await checkDocument(
      calendar,
      document,
      documentSeed % 4 === 0,
      totals,
      hashes.knownHash,
    );
    for (const violation of violations)
      totals.violations.push(`seed ${documentSeed} (${changes.join('; ') || 'unchanged'}): ${violation}`);
  }
}
