import { describe, expect, test } from 'bun:test';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { moveTo } from '#src/features/banners/rules.ts';
import { AppError } from '#src/shared/errors.ts';
import { banner, openBanners as open, press } from '#tests/support/banners-tab.tsx';
import { freshPage, toastSaying } from '#tests/support/client.tsx';

freshPage('2027-01-15T10:00:00+01:00');

const shownTitles = () =>
  [...document.querySelectorAll('.banner-row-text strong')].map(({ textContent }) => textContent);

describe('the order and state of banners', () => {
  test('shows two quick moves at once and sends them one after the other', async () => {
    const responses: (() => void)[] = [];
    const { sent } = await open({
      update: () => new Promise((resolve) => responses.push(() => resolve(banner('C', 0)))),
    });
    await press('Flytta upp: C');
    await press('Flytta upp: C');
    expect(shownTitles()).toEqual(['C', 'A', 'B']);
    expect(sent('update')).toEqual([{ id: banner('C', 2).id, order_index: 1 }]);
    responses[0]?.();
    await waitFor(() => expect(sent('update')).toHaveLength(2));
    expect(sent('update')[1]).toEqual({ id: banner('C', 2).id, order_index: 0 });
    expect(shownTitles()).toEqual(['C', 'A', 'B']);
    expect(sent('list')).toHaveLength(1);
    responses[1]?.();
    // The fake server stores no new order, so the refetched list shows the old one.
    await waitFor(() => expect(shownTitles()).toEqual(['A', 'B', 'C']));
  });

  test('shows a toast and reverts a move or a toggle that failed', async () => {
    await open({ update: new AppError('server.failed') });
    await press('Flytta ner: A');
    await toastSaying('Fel vid ändring av bannerordning');
    await waitFor(() => expect(shownTitles()).toEqual(['A', 'B', 'C']));
    await userEvent.click(screen.getByRole('switch', { name: 'Aktiv: A' }));
    await toastSaying('Fel vid ändring av bannerstatus');
    await waitFor(() =>
      expect((screen.getByRole('switch', { name: 'Aktiv: A' }) as HTMLInputElement).checked).toBe(true),
    );
  });

  test('keeps focus on a move button when the banner reaches the end of the list; another press does nothing', async () => {
    let storedBanners = ['A', 'B', 'C'].map(banner);
    const { sent } = await open({
      list: () => storedBanners,
      update: ({ id, order_index }: { id: string; order_index: number }) => {
        const ids = storedBanners.map((row) => row.id);
        const orderedIds = moveTo(ids, id, order_index);
        storedBanners = storedBanners
          .map((row) => ({ ...row, order_index: orderedIds.indexOf(row.id) }))
          .toSorted((a, b) => a.order_index - b.order_index);
        return storedBanners[order_index];
      },
    });
    const button = (name: string) => screen.getByRole('button', { name }) as HTMLButtonElement;
    const upLabel = 'Flytta upp: C';
    button(upLabel).focus();
    for (let pressIndex = 0; pressIndex < 5; pressIndex++) await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(sent('list').length).toBeGreaterThan(1));
    expect(sent('update').map((input) => (input as { order_index: number }).order_index)).toEqual([1, 0]);
    expect(shownTitles()).toEqual(['C', 'A', 'B']);
    expect(document.activeElement?.getAttribute('aria-label')).toBe(upLabel);
    expect([button(upLabel).disabled, button(upLabel).getAttribute('aria-disabled')]).toEqual([
      false,
      'true',
    ]);
    // Once it loses focus, it is disabled.
    act(() => button('Flytta ner: C').focus());
    expect(button(upLabel).disabled).toBe(true);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(shownTitles()).toEqual(['A', 'C', 'B']));
  });

  test('disables "up" on the first banner and "down" on the last', async () => {
    await open();
    const isDisabled = (name: string) => (screen.getByRole('button', { name }) as HTMLButtonElement).disabled;
    expect(
      ['A', 'B', 'C'].map((title) => [
        isDisabled(`Flytta upp: ${title}`),
        isDisabled(`Flytta ner: ${title}`),
      ]),
    ).toEqual([
      [true, false],
      [false, false],
      [false, true],
    ]);
  });
});
