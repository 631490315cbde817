import { describe, expect, test } from 'bun:test';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Menu } from '#client/ui/menu.tsx';

const chosenLabels: string[] = [];
function open() {
  chosenLabels.length = 0;
  const item = (label: string, more = {}) => ({ label, onSelect: () => chosenLabels.push(label), ...more });
  render(
    <>
      <Menu
        label="Åtgärder"
        items={[item('Redigera'), item('Ändra'), item('Rapporter', { disabled: true }), item('Ta bort')]}
      />
      <button type="button">Efter</button>
    </>,
  );
  return userEvent.setup();
}
const button = () => screen.getByRole('button', { name: 'Åtgärder' });
const menu = () => screen.queryByRole('menu');
const focusedName = () =>
  document.activeElement?.textContent || document.activeElement?.getAttribute('aria-label');
const expectFocus = (name: string) => waitFor(() => expect(focusedName()).toBe(name));
const expectClosed = () => waitFor(() => expect(!menu()).toBe(true));

describe('a menu', () => {
  test('opens on a press, sets aria-expanded and takes focus', async () => {
    const user = open();
    expect(button().getAttribute('aria-expanded')).toBe('false');
    await user.click(button());
    expect(button().getAttribute('aria-expanded')).toBe('true');
    expect(button().getAttribute('aria-controls')).toBe(menu()?.id ?? '');
    await waitFor(() => expect(document.activeElement === menu()).toBe(true));
    await user.click(button());
    await expectClosed();
  });

  test('opens at either end with the arrow keys, wraps around, and supports Home, End and typeahead', async () => {
    const user = open();
    button().focus();
    await user.keyboard('{ArrowUp}');
    await expectFocus('Ta bort');
    for (const [key, itemLabel] of [
      ['{ArrowDown}', 'Redigera'],
      ['{ArrowUp}', 'Ta bort'],
      ['{Home}', 'Redigera'],
      ['r', 'Rapporter'],
      ['r', 'Redigera'],
      ['{End}', 'Ta bort'],
    ] as const) {
      await user.keyboard(key);
      await expectFocus(itemLabel);
    }
    await user.keyboard('{Escape}');
    await expectClosed();
    await expectFocus('Åtgärder');
    await user.keyboard('{ArrowDown}');
    await expectFocus('Redigera');
  });

  test('runs an item after it closes and returns focus to its button, and ignores a disabled item', async () => {
    const user = open();
    await user.click(button());
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(chosenLabels).toEqual(['Ändra']);
    await expectClosed();
    await expectFocus('Åtgärder');
    await user.click(button());
    await user.click(screen.getByRole('menuitem', { name: 'Rapporter' }));
    expect(chosenLabels).toEqual(['Ändra']);
    expect(menu()).not.toBeNull();
  });

  test('closes on Tab and on a press outside; Tab moves focus to the element after its button', async () => {
    const user = open();
    await user.click(button());
    await user.tab();
    await expectClosed();
    await expectFocus('Efter');
    await user.click(button());
    fireEvent.pointerDown(screen.getByText('Efter'));
    await expectClosed();
  });

  test('keeps focus on an item whose label changes', async () => {
    const menuSaying = (label: string) => (
      <Menu label="Åtgärder" items={[{ id: 'state', label, onSelect: () => {} }]} />
    );
    const { rerender } = render(menuSaying('Inaktivera'));
    button().focus();
    await userEvent.keyboard('{ArrowDown}');
    await expectFocus('Inaktivera');
    rerender(menuSaying('Aktivera'));
    expect(focusedName()).toBe('Aktivera');
  });

  test('closes on Escape without closing the dialog around it', async () => {
    const bubbledKeys: string[] = [];
    const user = open();
    document.body.addEventListener('keydown', (event) => bubbledKeys.push(event.key), { once: true });
    await user.click(button());
    await user.keyboard('{Escape}');
    await expectClosed();
    expect(bubbledKeys).toEqual([]);
  });
});
