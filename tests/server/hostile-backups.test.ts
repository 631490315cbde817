import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { type Document, wipeContent } from '#tests/support/backup.ts';
import { openBackupWorld } from '#tests/support/backup-world.ts';

const world = await openBackupWorld();
const { app, backups, document, importErrorsAfter, isAsItWas, whole } = world;
afterAll(() => world.app.stop());
beforeEach(world.restore);

describe('a hostile or malformed backup', () => {
  const backupText = () => JSON.stringify(document());
  const UNREADABLE: [string, () => string | Uint8Array][] = [
    ['a list', () => '[]'],
    ['an empty object', () => '{}'],
    ['no version', () => backupText().replace('"version":1,', '')],
    ['no collections', () => '{"version":1}'],
    ['collections that are a list', () => '{"version":1,"collections":[],"uploads":[]}'],
    ['uploads that are an object', () => '{"version":1,"collections":{},"uploads":{}}'],
    ['cut short', () => whole.slice(0, -4)],
    ['cut in the middle', () => whole.slice(0, whole.length / 2)],
    ['two documents', () => `${backupText()}{}`],
    ['a comma too many', () => backupText().replace('"collections":{', '"collections":{,')],
    ['a repeated key', () => backupText().replace('"version":1', '"version":1,"version":1')],
    ['a repeated collection', () => backupText().replace('"collections":{', '"collections":{"events":[],')],
    ['a repeated column', () => backupText().replace('"event_name":', '"event_name":"x","event_name":')],
    [
      'deep nesting',
      () =>
        backupText().replace('"version":1', `"version":1,"x":${'['.repeat(100_000)}${']'.repeat(100_000)}`),
    ],
    [
      'deep nesting in a record',
      () =>
        backupText().replace(
          '"additional_fields":[',
          `"additional_fields":[${'['.repeat(50)}${']'.repeat(50)},`,
        ),
    ],
    [
      'a text of 10 MB',
      () => backupText().replace('"event_name":"', `"event_name":"${'x'.repeat(10_000_000)}`),
    ],
    ['a number of 10 MB', () => backupText().replace('"version":1', `"version":1${'0'.repeat(10_000_000)}`)],
    [
      '10,000 values in a record',
      () => backupText().replace('"distances":[', `"distances":[${'"1 km",'.repeat(10_000)}`),
    ],
    ['bytes that are not UTF-8', () => Buffer.from(backupText().replace('Lopp 1', 'Lopp \u00ff'), 'latin1')],
    ['UTF-16', () => Buffer.from(backupText(), 'utf16le')],
  ];

  test.each(UNREADABLE)('is rejected with 400 and changes nothing: %s', async (_, makeBackup) => {
    await app.sql`update events set ort = 'Förut'`;
    const { status, body } = await backups.import(makeBackup());
    expect([status, body]).toEqual([
      400,
      {
        code: 'backup.unreadable',
        detail: 'Filen är ingen backup, eller så är den inte hel. Inget har ändrats.',
      },
    ] as never);
    expect((await app.sql`select distinct ort from events`)[0]?.ort).toBe('Förut');
  });

  test.each([
    ['a CSV', 'event_date;event_name\r\n2027-05-22;Lopp\r\n'],
    ['a CSV with BOM and quotes', '\ufeff"event_date","event_name"\n'],
    ['a workbook', 'PK\u0003\u0004'],
  ])('is rejected as no JSON: %s', async (_, text) => {
    const { status, body } = await backups.import(text);
    expect([status, body]).toEqual([
      400,
      {
        code: 'backup.not_json',
        detail:
          'Filen är ingen JSON-fil. En backup är en fil som har sparats med Exportera backup. Inget har ändrats.',
      },
    ] as never);
  });

  test('is rejected with what to do if it is encrypted', async () => {
    const { status, body } = await backups.import('lopp-encrypted1\nsecret');
    expect([status, body]).toEqual([
      400,
      {
        code: 'backup.not_json',
        detail: 'Filen är krypterad. Läs in den på servern, med bun run backup:import. Inget har ändrats.',
      },
    ] as never);
  });

  test.each([2, 0, '1', null, 1.5])('with version %p is rejected with 400', async (version) => {
    const { status, body } = await backups.import({ ...document(), version: version as number });
    expect([status, body.code]).toEqual([400, 'backup.version']);
  });

  test('with __proto__ as a collection gets the error for an unknown collection', async () => {
    const backupWithProto = backupText()
      .replace('"collections":{', '"collections":{"__proto__":[{"a":1}],"constructor":[{}],')
      .replace('"event_name":', '"__proto__":{"event_name":null,"polluted":true},"event_name":');
    const { status, body } = await backups.import(backupWithProto);
    expect(status).toBe(200);
    expect(Object.getOwnPropertyDescriptor(body.collections, '__proto__')?.value).toEqual({
      status: 'error',
      message: 'Okänd samling.',
    });
    expect(body.collections.constructor as unknown).toEqual({ status: 'error', message: 'Okänd samling.' });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(await isAsItWas()).toBe(true);
  });

  test('gets an error for each collection that is not a list and each record that is not an object', async () => {
    const errors = await importErrorsAfter(({ collections }) => {
      collections.contact_messages = 'many' as never;
      collections.contact_info = [5] as never;
      collections.event_submissions = [[]] as never;
    });
    expect(errors).toEqual({
      contact_messages: 'Är ingen lista.',
      contact_info: 'Post 1 går inte att läsa.',
      event_submissions: expect.stringContaining('Post 1 går inte att läsa') as never,
    });
    expect(await isAsItWas()).toBe(true);
  });

  test('with thousands of unknown collections gets errors for the first ones only', async () => {
    const unknownCollections = Array.from(
      { length: 4000 },
      (_, index) => `"x${index}${'y'.repeat(300)}":[]`,
    ).join(',');
    const { status, body } = await backups.import(
      backupText().replace('"collections":{', `"collections":{${unknownCollections},`),
    );
    expect(status).toBe(200);
    expect(Object.keys(body.collections).length).toBeLessThan(100);
    expect(Math.max(...Object.keys(body.collections).map(({ length }) => length))).toBeLessThanOrEqual(100);
  });

  const INVALID_UPLOADS: [string, (upload: Document['uploads'][number]) => void][] = [
    ['another name', (upload) => (upload.name = `${'a'.repeat(64)}.png`)],
    ['a name with a path', (upload) => (upload.name = `../../${upload.name}`)],
    ['another extension', (upload) => (upload.name = upload.name.replace('.png', '.jpg'))],
    ['another size', (upload) => (upload.size += 1)],
    ['missing data', (upload) => upload.data.pop()],
    ['data that is not text', (upload) => (upload.data[0] = 7 as never)],
    ['data that is a list', (upload) => (upload.data[0] = [] as never)],
    ['no data', (upload) => delete (upload as { data?: unknown }).data],
  ];
  test.each(INVALID_UPLOADS)(
    'with an upload that has %s is rejected in part, and the banners stay',
    async (_, change) => {
      await wipeContent(app.context);
      const errors = await importErrorsAfter(({ uploads }) => {
        for (const upload of uploads) change(upload);
      });
      expect(Object.keys(errors).sort()).toEqual(['banners', 'uploads']);
      expect(await app.context.uploads.list()).toEqual([]);
      expect(await readdir(app.context.config.dataDir)).not.toContain('passwd');
    },
  );

  test('with an upload that is neither an image nor a video is rejected in part, even if its name is valid', async () => {
    const bytes = Buffer.from('<svg onload="alert(1)"/>');
    const name = `${new Bun.CryptoHasher('sha256').update(bytes).digest('hex')}.png`;
    const errors = await importErrorsAfter(({ uploads }) => {
      uploads.push({ name, size: bytes.length, data: [bytes.toString('base64')] });
    });
    expect(errors.uploads).toContain('Fil 3');
    expect(await app.context.uploads.find(name)).toBeUndefined();
  });
});
