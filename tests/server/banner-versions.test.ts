import { describe, expect, test } from 'bun:test';
import type { AdminBanner } from '#src/features/banners/contract.ts';
import { EXTERNAL_URL, openBannerWorld, transport } from '#tests/support/banner-world.ts';
import { outcomeOf } from '#tests/support/call.ts';

const { callBanners, loadAuditEntries, loadBanners, loadTitles, makeBanners } = await openBannerWorld();

describe("an admin's banner", () => {
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
});
