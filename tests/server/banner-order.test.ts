import { describe, expect, test } from 'bun:test';
import { banners } from '#db/schema/index.ts';
import { EXTERNAL_URL, NOT_FOUND, openBannerWorld, transport } from '#tests/support/banner-world.ts';
import { outcomeOf } from '#tests/support/call.ts';

const { app, callBanners, loadAuditEntries, loadBanners, loadOrder, loadTitles, makeBanners } =
  await openBannerWorld();

describe("an admin's banner", () => {
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
});

test('twenty concurrent moves, creations and deletions keep the order at 0 to n-1 and lose no banner', async () => {
  for (let round = 0; round < 3; round++) {
    await app.db.delete(banners);
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
