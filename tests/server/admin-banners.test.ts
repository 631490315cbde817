import { describe, expect, test } from 'bun:test';
import type { AdminBanner } from '#src/features/banners/contract.ts';
import type { ApiDescription } from '#src/platform/openapi/openapi.ts';
import { EXTERNAL_URL, NOT_FOUND, openBannerWorld, transport } from '#tests/support/banner-world.ts';
import { outcomeOf } from '#tests/support/call.ts';
import { png } from '#tests/support/media.ts';
import { upload } from '#tests/support/uploads.ts';

const { admin, app, callBanners, loadAuditEntries, loadBanners, loadOrder, loadTitles, makeBanners } =
  await openBannerWorld();

const UNKNOWN_ID = '01a00000-0000-7000-8000-000000000000';
const SOURCE_REQUIRED = [400, 'banner.source', 'Vänligen ladda upp en fil eller ange en extern URL'];
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

  test('is rejected with 404 if it does not exist', async () => {
    const completeInput = { title: 'T', external_url: EXTERNAL_URL };
    for (const change of [{ is_active: true }, { order_index: 0 }, completeInput]) {
      for (const id of [UNKNOWN_ID, 'x'])
        expect(outcomeOf(await callBanners(transport, 'update', { id, ...change }))).toEqual(NOT_FOUND);
    }
    expect(await loadAuditEntries()).toEqual([]);
  });
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
