import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { asc } from 'drizzle-orm';
import { auditLog, banners } from '#db/schema/index.ts';
import type { AdminBanner } from '#src/features/banners/contract.ts';
import type { ApiDescription } from '#src/platform/openapi/openapi.ts';
import { call, outcomeOf } from '#tests/support/call.ts';
import { makeAdmin } from '#tests/support/content.ts';
import { png } from '#tests/support/media.ts';
import { type Transport, testApp } from '#tests/support/transports.ts';
import { upload } from '#tests/support/uploads.ts';

const transport = 'rest';

const UNKNOWN_ID = '01a00000-0000-7000-8000-000000000000';
const SOURCE_REQUIRED = [400, 'banner.source', 'Vänligen ladda upp en fil eller ange en extern URL'];
const NOT_FOUND = [404, 'banner.not_found', 'Bannern finns inte.'];
const EXTERNAL_URL = 'https://bilder.example/a.jpg';

const app = await testApp({
  now: () => new Date('2027-03-01T08:00:00Z'),
  environment: { PUBLIC_URL: 'https://lopp.example' },
});
const admin = await makeAdmin(app.context.database.db);
afterAll(() => app.stop());
beforeEach(async () => {
  await db().delete(banners);
  await db().delete(auditLog);
});

const db = () => app.context.database.db;
const loadBanners = () => db().select().from(banners).orderBy(asc(banners.order_index));
const loadOrder = async () => (await loadBanners()).map(({ order_index }) => order_index);
const loadTitles = async () => (await loadBanners()).map(({ title }) => title);
const loadAuditEntries = async () =>
  (await db().select().from(auditLog).orderBy(auditLog.created_at)).map(({ action, record_name }) => [
    action,
    record_name,
  ]);
const callBanners = (
  transport: Transport,
  procedure: string,
  input?: Record<string, unknown>,
  caller: { headers?: Record<string, string> } = admin,
) => call<AdminBanner>(app, transport, `admin.banners.${procedure}`, caller, input);

async function makeBanners(count = 3): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, index) => ({
    title: String.fromCharCode(65 + index),
    external_url: EXTERNAL_URL,
    file_type: 'image' as const,
    order_index: index,
  }));
  const inserted = await db().insert(banners).values(rows).returning({ id: banners.id });
  return inserted.map(({ id }) => id);
}

describe("an admin's banner", () => {
  test('is active and last by default', async () => {
    await makeBanners(2);
    const { status, body } = await callBanners(transport, 'create', {
      title: ' Vinter ',
      external_url: EXTERNAL_URL,
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      title: 'Vinter',
      description: null,
      external_url: EXTERNAL_URL,
      file_url: null,
      link_url: null,
      file_type: 'image',
      is_active: true,
      order_index: 2,
      created_at: '2027-03-01T08:00:00.000Z',
      version: expect.any(Number),
    });
    expect(await loadTitles()).toEqual(['A', 'B', 'Vinter']);
    expect(await loadAuditEntries()).toEqual([['banner.create', 'Vinter']]);
    expect((await callBanners(transport, 'list')).body).toEqual((await loadBanners()) as never);
  });

  test('may have an empty title, and is then named by its description in the audit log', async () => {
    const { body } = await callBanners(transport, 'create', {
      description: 'Nya lopp i sommar',
      external_url: EXTERNAL_URL,
    });
    expect(body).toMatchObject({ title: '', description: 'Nya lopp i sommar' });
    const edited = await callBanners(transport, 'update', {
      id: body.id,
      title: ' ',
      external_url: EXTERNAL_URL,
    });
    expect(edited.body).toMatchObject({ title: '', description: null });
    expect((await app.api<AdminBanner[]>('GET /banners')).body).toMatchObject([{ title: '' }]);
    expect(await loadAuditEntries()).toEqual([
      ['banner.create', 'Nya lopp i sommar'],
      ['banner.update', 'Banner utan titel'],
    ]);
  });

  test('can be created with all fields, between the others', async () => {
    await makeBanners(2);
    const file_url = (await upload(app, admin, png())).body.file_url;
    const fields = {
      title: 'Film',
      description: 'Två\nrader',
      file_url,
      external_url: 'https://bilder.example/b.webm?x=1',
      link_url: '/map?sport=OCR#a',
      file_type: 'video',
      is_active: false,
      order_index: 1,
    };
    const { body } = await callBanners(transport, 'create', {
      ...fields,
      id: UNKNOWN_ID,
      created_at: 'x',
      spam: 1,
    });
    // The type of an upload is detected from its bytes.
    expect(body).toMatchObject({ ...fields, file_type: 'image' });
    expect(await loadTitles()).toEqual(['A', 'Film', 'B']);
    expect(await loadOrder()).toEqual([0, 1, 2]);
    const { body: publicBanners } = await app.api<AdminBanner[]>('GET /banners');
    expect(publicBanners.map(({ title }) => title)).toEqual(['A', 'B']);
  });

  test('is rejected with its own error for each invalid field, and nothing is stored', async () => {
    const validInput = { title: 'T', external_url: EXTERNAL_URL };
    const linkError = [
      400,
      'banner.link',
      'Ange en länk som börjar med http:// eller https://, eller en egen sida som /map.',
    ];
    const fileError = [400, 'banner.file', 'Filen finns inte. Ladda upp den igen.'];
    const orderError = [400, 'banner.order', 'Ordningen är ett heltal från 0 och uppåt.'];
    const urlError = [400, 'request.url', 'Ange en giltig länk som börjar med http:// eller https://.'];
    const missingFile = `/uploads/${'0'.repeat(64)}.png`;
    const invalidInputs: [Record<string, unknown>, unknown[]][] = [
      [{ title: 'T' }, SOURCE_REQUIRED],
      [{ title: 'T', external_url: ' ', file_url: null }, SOURCE_REQUIRED],
      [{ ...validInput, title: 'x'.repeat(201) }, [400, 'request.too_long', 'En text är för lång.']],
      [{ ...validInput, description: 'x'.repeat(5001) }, [400, 'request.too_long', 'En text är för lång.']],
      [{ ...validInput, external_url: 'javascript:alert(1)' }, urlError],
      [{ ...validInput, external_url: 'data:image/png;base64,AAAA' }, urlError],
      [{ ...validInput, external_url: '/map' }, urlError],
      ...[
        'javascript:alert(1)',
        '//ont.example',
        '/\\ont.example',
        '/\t/ont.example',
        'map',
        'ftp://a.se',
      ].map((link_url): [Record<string, unknown>, unknown[]] => [{ ...validInput, link_url }, linkError]),
      ...[
        'javascript:alert(1)',
        '//ont.example/a.png',
        missingFile,
        '/uploads/',
        '/uploads/../x.png',
        '/demo/../uploads/x',
        `https://ont.example${missingFile}`,
        `${missingFile}?x`,
      ].map((file_url): [Record<string, unknown>, unknown[]] => [{ ...validInput, file_url }, fileError]),
      [
        { ...validInput, file_type: 'svg' },
        [400, 'request.invalid', 'Något i det du skickade är inte ifyllt som det ska.'],
      ],
      [
        { ...validInput, is_active: 'yes' },
        [400, 'request.invalid', 'Något i det du skickade är inte ifyllt som det ska.'],
      ],
      [{ ...validInput, order_index: -1 }, orderError],
      [{ ...validInput, order_index: 1.5 }, orderError],
      [{ ...validInput, order_index: '1' }, orderError],
    ];
    const [id = ''] = await makeBanners(1);
    for (const [input, expectedError] of invalidInputs) {
      expect([input, outcomeOf(await callBanners(transport, 'create', input))]).toEqual([
        input,
        expectedError,
      ]);
      expect([input, outcomeOf(await callBanners(transport, 'update', { ...input, id }))]).toEqual([
        input,
        expectedError,
      ]);
    }
    expect(await loadTitles()).toEqual(['A']);
    expect(await loadAuditEntries()).toEqual([]);
  });

  test('with an external URL has the given type, or the type of its file extension', async () => {
    const types = [
      [{ external_url: 'https://a.se/film.mp4' }, 'video'],
      [{ external_url: 'https://a.se/FILM.WebM?x=a.png' }, 'video'],
      [{ external_url: 'https://a.se/a.png?x=film.mp4' }, 'image'],
      [{ external_url: 'https://a.se/utan' }, 'image'],
      [{ external_url: 'https://a.se/utan', file_type: 'video' }, 'video'],
      [{ external_url: 'https://a.se/film.mp4', file_type: 'image' }, 'image'],
    ] as const;
    for (const [input, file_type] of types) {
      expect((await callBanners(transport, 'create', { title: 'T', ...input })).body).toMatchObject({
        file_type,
      });
    }
  });

  test("with an upload under the site's own URL is stored with its path", async () => {
    const { file_url } = (await upload(app, admin, png())).body;
    const input = { title: 'T', file_url: `https://lopp.example${file_url}` };
    expect((await callBanners(transport, 'create', input)).body).toMatchObject({
      file_url,
      file_type: 'image',
    });
    expect(
      (await callBanners(transport, 'create', { title: 'D', file_url: '/demo/course.webp' })).status,
    ).toBe(200);
  });

  test('is replaced by a PUT of all fields, but keeps an omitted order_index or is_active', async () => {
    const [firstId = '', secondId = ''] = await makeBanners(3);
    await callBanners(transport, 'update', { id: secondId, is_active: false });
    const { body } = await callBanners(transport, 'update', {
      id: secondId,
      title: 'Ny',
      external_url: EXTERNAL_URL,
      link_url: 'https://a.se',
    });
    expect(body).toMatchObject({ title: 'Ny', link_url: 'https://a.se', is_active: false, order_index: 1 });
    await callBanners(transport, 'update', { ...body, is_active: true, order_index: 99 });
    expect(await loadBanners()).toMatchObject([
      { id: firstId },
      { title: 'C' },
      { title: 'Ny', is_active: true, order_index: 2 },
    ]);
  });

  test('is not overwritten by an admin who has not seen its latest version', async () => {
    const [firstId = '', secondId = ''] = await makeBanners(3);
    const allBanners = (await callBanners(transport, 'list')).body as unknown as AdminBanner[];
    const shownBanner = allBanners.find(({ id }) => id === secondId) as AdminBanner;
    // The dialog omits what was not changed in it. One admin moves and hides the banner, the other renames it.
    const edit = {
      id: secondId,
      title: 'Mitt',
      external_url: EXTERNAL_URL,
      is_active: null,
      order_index: null,
    };
    await callBanners(transport, 'update', { id: secondId, is_active: false });
    await callBanners(transport, 'update', { id: secondId, order_index: 0 });
    const firstSave = await callBanners(transport, 'update', { ...edit, version: shownBanner.version });
    expect(firstSave.body).toMatchObject({ title: 'Mitt', is_active: false, order_index: 0 });
    expect((await loadBanners()).map(({ id }) => id).slice(0, 2)).toEqual([secondId, firstId]);

    expect(
      outcomeOf(
        await callBanners(transport, 'update', { ...edit, title: 'Ditt', version: shownBanner.version }),
      ),
    ).toEqual([409, 'banner.changed', 'Någon annan har ändrat bannern sedan du öppnade den.']);
    expect(await loadTitles()).toEqual(['Mitt', 'A', 'C']);
    expect(await loadAuditEntries()).toHaveLength(3);
    const secondSave = await callBanners(transport, 'update', {
      ...edit,
      title: 'Ditt',
      version: firstSave.body.version,
    });
    expect(secondSave.body.title).toBe('Ditt');
    expect((await callBanners(transport, 'update', { ...edit, title: 'Sist' })).body.title).toBe('Sist');
  });

  test('gets a new version with each edit, but not when it is moved or hidden', async () => {
    const [id = ''] = await makeBanners(2);
    const { version } = (await callBanners(transport, 'update', { id, is_active: true })).body;
    const versions = new Set([version]);
    const completeInput = { id, title: 'A', external_url: EXTERNAL_URL };
    const changes = [
      { title: 'B' },
      { description: 'B' },
      { link_url: '/map' },
      { external_url: 'https://b.se/b.png' },
      { file_type: 'video' },
      { file_url: '/demo/course.webp' },
    ];
    for (const change of changes)
      versions.add((await callBanners(transport, 'update', { ...completeInput, ...change })).body.version);
    expect(versions.size).toBe(1 + changes.length);
    for (const change of [{ is_active: false }, { order_index: 1 }])
      expect((await callBanners(transport, 'update', { id, ...change })).body.version).toBe(
        1 + changes.length,
      );
  });

  test('is shown or hidden by a PUT of is_active alone', async () => {
    const [id = ''] = await makeBanners(1);
    const bannerBefore = (await loadBanners())[0];
    expect((await callBanners(transport, 'update', { id, is_active: false })).body).toEqual({
      ...bannerBefore,
      is_active: false,
    } as never);
    expect((await callBanners(transport, 'update', { id, is_active: false })).status).toBe(200);
    expect((await callBanners(transport, 'update', { id, is_active: true, spam: 1 })).body).toMatchObject({
      is_active: true,
    });
    expect(await loadAuditEntries()).toEqual([
      ['banner.deactivate', 'A'],
      ['banner.activate', 'A'],
    ]);
    for (const is_active of [null, 'true', 1]) {
      expect((await callBanners(transport, 'update', { id, is_active })).body).toMatchObject({
        code: 'request.invalid',
      });
    }
  });

  test('is moved by a PUT of order_index alone, at most to the end', async () => {
    const [firstId = '', , thirdId = ''] = await makeBanners(3);
    expect((await callBanners(transport, 'update', { id: thirdId, order_index: 0 })).body).toMatchObject({
      order_index: 0,
    });
    expect(await loadTitles()).toEqual(['C', 'A', 'B']);
    await callBanners(transport, 'update', { id: firstId, order_index: 2 });
    expect(await loadTitles()).toEqual(['C', 'B', 'A']);
    expect((await callBanners(transport, 'update', { id: thirdId, order_index: 1e15 })).body).toMatchObject({
      order_index: 2,
    });
    await callBanners(transport, 'update', { id: thirdId, order_index: 7 });
    expect(await loadTitles()).toEqual(['B', 'A', 'C']);
    expect(await loadOrder()).toEqual([0, 1, 2]);
    expect(await loadAuditEntries()).toEqual([
      ['banner.move', 'C'],
      ['banner.move', 'A'],
      ['banner.move', 'C'],
    ]);
    for (const order_index of [-1, 0.5, '1', null]) {
      expect((await callBanners(transport, 'update', { id: thirdId, order_index })).body).toMatchObject({
        code: 'banner.order',
      });
    }
  });

  test('leaves no gap when it is deleted', async () => {
    const [firstId = ''] = await makeBanners(3);
    expect((await callBanners(transport, 'delete', { id: firstId })).body).toEqual({
      message: 'Banner borttagen',
    } as never);
    expect(await loadTitles()).toEqual(['B', 'C']);
    expect(await loadOrder()).toEqual([0, 1]);
    expect(outcomeOf(await callBanners(transport, 'delete', { id: firstId }))).toEqual(NOT_FOUND);
    expect(await loadAuditEntries()).toEqual([['banner.delete', 'A']]);
  });

  test('is rejected with 404 if it does not exist, and with 401 for everyone but admins', async () => {
    const completeInput = { title: 'T', external_url: EXTERNAL_URL };
    const member = { headers: { authorization: 'Bearer x' } };
    for (const change of [{ is_active: true }, { order_index: 0 }, completeInput]) {
      for (const id of [UNKNOWN_ID, 'x'])
        expect(outcomeOf(await callBanners(transport, 'update', { id, ...change }))).toEqual(NOT_FOUND);
      expect(
        outcomeOf(await callBanners(transport, 'update', { id: UNKNOWN_ID, ...change }, member))[0],
      ).toBe(401);
    }
    expect(outcomeOf(await callBanners(transport, 'create', completeInput, {}))[0]).toBe(401);
    expect(outcomeOf(await callBanners(transport, 'list', undefined, {}))[0]).toBe(401);
    expect(await loadAuditEntries()).toEqual([]);
  });
});

test('twenty concurrent moves, creations and deletions keep the order at 0 to n-1 and lose no banner', async () => {
  for (let round = 0; round < 3; round++) {
    await db().delete(banners);
    const ids = await makeBanners(12);
    const requests = [
      ...ids
        .slice(0, 8)
        .map((id, index) => callBanners('rest', 'update', { id, order_index: (index * 5) % 12 })),
      ...Array.from({ length: 7 }, (_, index) =>
        callBanners('trpc', 'create', {
          title: `Ny ${index}`,
          external_url: EXTERNAL_URL,
          order_index: index % 3,
        }),
      ),
      ...ids.slice(8).map((id) => callBanners('rest', 'delete', { id })),
      callBanners('trpc', 'update', { id: ids[0], title: 'Ä', external_url: EXTERNAL_URL, order_index: 3 }),
    ];
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual(Array(20).fill(200));
    const bannersAfter = await loadBanners();
    expect(bannersAfter.map(({ order_index }) => order_index)).toEqual([...bannersAfter.keys()]);
    expect(bannersAfter).toHaveLength(15);
    expect(bannersAfter.map(({ id }) => id)).toEqual(expect.arrayContaining(ids.slice(0, 8)));
  }
});

test('the API description lists the three variants of a PUT', async () => {
  const { body } = await app.api<ApiDescription>('GET /openapi.json');
  const put = body.paths['/admin/banners/{id}']?.put;
  expect(put?.parameters.map(({ name }) => name)).toEqual(['id']);
  const variants = put?.requestBody?.content['application/json']?.schema.anyOf as { properties: object }[];
  const [allFields = [], ...otherVariants] = variants.map(({ properties }) => Object.keys(properties));
  expect(allFields).toEqual(expect.arrayContaining(['title', 'file_url', 'is_active', 'order_index']));
  expect(otherVariants).toEqual([['is_active'], ['order_index']]);
});
