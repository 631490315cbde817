/** Backup (D19): all content as one document, and back. */
import { afterAll, expect, test } from 'bun:test';
import { testApp } from '../support/app';
import { contentOf, type Document, fillContent, keepPng, wipe } from '../support/backup';
import { makeAdmin } from '../support/content';

const app = await testApp({ environment: { SITE_NAME: 'Åre Löp & Skid' } });
afterAll(() => app.stop());
const { sql } = app;
const admin = await makeAdmin(app.context.database.db, { username: 'boss' });

async function exported(): Promise<string> {
  const answer = await fetch(`${app.url}/api/admin/backup/export`, { headers: admin.headers });
  expect(answer.status).toBe(200);
  const text = await answer.text();
  expect(Buffer.byteLength(text)).toBe(Number(answer.headers.get('x-file-bytes')));
  return text;
}
async function imported(document: string | Document) {
  const body = new FormData();
  body.append(
    'file',
    new File([typeof document === 'string' ? document : JSON.stringify(document)], 'b.json'),
  );
  const answer = await fetch(`${app.url}/api/admin/backup/import`, {
    method: 'POST',
    headers: admin.headers,
    body,
  });
  return { status: answer.status, body: (await answer.json()) as { collections: Record<string, unknown> } };
}

test('round', async () => {
  await fillContent(sql, 40);
  const name = await keepPng(app.context, 200_000);
  await keepPng(app.context, 49152);
  await sql`update banners set file_url = ${`/uploads/${name}`} where order_index = 0`;
  const first = await exported();
  await wipe(app.context, admin.id);
  const result = await imported(first);

  expect(result.status).toBe(200);
  const second = await exported();
  expect(contentOf(second) === contentOf(first)).toBe(true);
});
