import { expect } from 'bun:test';
import { type TestApp, testApp } from './app.ts';
import {
  type Backups,
  backupsOf,
  contentOf,
  type Document,
  exportWithAdmins,
  fillContent,
  storePng,
} from './backup.ts';
import { makeAdmin } from './content.ts';

export type BackupWorld = {
  app: TestApp;
  admin: Awaited<ReturnType<typeof makeAdmin>>;
  backups: Backups;
  /** Has content in every collection and two uploads, the first of which is shown by a banner. */
  whole: string;
  /** The same with the admins, as only the script exports it. */
  withAdmins: string;
  /** Of `withAdmins`. */
  document: () => Document;
  restore: () => Promise<void>;
  /** Whether the content equals that of `whole`. */
  isAsItWas: () => Promise<boolean>;
  /** Imports a changed document. Returns the error message of each failed collection. */
  importErrorsAfter: (change: (document: Document) => void) => Promise<Record<string, string>>;
};

export async function openBackupWorld(): Promise<BackupWorld> {
  const app = await testApp({ environment: { SITE_NAME: 'Åre Löp & "Skid"' } });
  const admin = await makeAdmin(app.db, { username: 'boss' });
  const backups = backupsOf(app, admin.headers);
  await fillContent(app.sql, 8);
  const bannerFile = await storePng(app.context, 200_000);
  await storePng(app.context, 2 * 49_152);
  await app.sql`update banners set file_url = ${`/uploads/${bannerFile}`} where order_index = 0`;
  const whole = await backups.export();
  const withAdmins = await exportWithAdmins(app.context);
  const document = () => JSON.parse(withAdmins) as Document;
  const errorsOf = async (backup: Document | string): Promise<Record<string, string>> => {
    const { status, body } = await backups.import(backup);
    expect(status).toBe(200);
    return Object.fromEntries(
      Object.entries(body.collections).flatMap(([name, result]) =>
        result.status === 'error' ? [[name, result.message]] : [],
      ),
    );
  };
  return {
    app,
    admin,
    backups,
    whole,
    withAdmins,
    document,
    async restore() {
      // An import never lowers the sequence of order numbers, so that numbers are not reused.
      await app.sql`alter sequence announcement_numbers restart with 9`;
      expect(await errorsOf(whole)).toEqual({});
    },
    isAsItWas: async () => contentOf(await backups.export()) === contentOf(whole),
    importErrorsAfter(change) {
      const changedDocument = document();
      change(changedDocument);
      return errorsOf(changedDocument);
    },
  };
}
