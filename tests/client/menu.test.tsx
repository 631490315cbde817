import { describe, expect, test } from 'bun:test';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Menu } from '../../client/ui/menu';

const chosen: string[] = [];
function open() {
  chosen.length = 0;
  const item = (label: string, more = {}) => ({ label, onSelect: () => chosen.push(label), ...more });
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
const focused = () =>
  document.activeElement?.textContent || document.activeElement?.getAttribute('aria-label');

describe('a menu (the ARIA pattern)', () => {
  test('opens with a press, says that it is open, and its first line has focus', async () => {
    const user = open();
    expect(button().getAttribute('aria-expanded')).toBe('false');
    await user.click(button());
    expect(button().getAttribute('aria-expanded')).toBe('true');
    expect(button().getAttribute('aria-controls')).toBe(menu()?.id ?? '');
    expect(focused()).toBe('Redigera');
    await user.click(button());
    expect(menu()).toBeNull();
  });

  test('arrows open it at either end and go round; Home and End; letters go to the next that begins so', async () => {
    const user = open();
    button().focus();
    await user.keyboard('{ArrowUp}');
    expect(focused()).toBe('Ta bort');
    for (const [key, line] of [
      ['{ArrowDown}', 'Redigera'],
      ['{ArrowUp}', 'Ta bort'],
      ['{Home}', 'Redigera'],
      ['r', 'Rapporter'],
      ['r', 'Redigera'],
      ['ä', 'Ändra'],
      ['x', 'Ändra'],
      ['{End}', 'Ta bort'],
    ] as const) {
      await user.keyboard(key);
      expect([key, focused()]).toEqual([key, line]);
    }
    await user.keyboard('{Escape}');
    expect(menu()).toBeNull();
    expect(focused()).toBe('Åtgärder');
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('Redigera');
  });

  test('a line acts once the menu has closed and its button has focus; one that is off does nothing', async () => {
    const user = open();
    await user.click(button());
    await user.keyboard('{ArrowDown}{Enter}');
    expect(chosen).toEqual(['Ändra']);
    expect(menu()).toBeNull();
    expect(focused()).toBe('Åtgärder');
    await user.click(button());
    await user.click(screen.getByRole('menuitem', { name: 'Rapporter' }));
    expect(chosen).toEqual(['Ändra']);
    expect(menu()).not.toBeNull();
  });

  test('Tab and a press outside close it; Tab goes on from the button', async () => {
    const user = open();
    await user.click(button());
    await user.tab();
    expect(menu()).toBeNull();
    expect(focused()).toBe('Efter');
    await user.click(button());
    fireEvent.pointerDown(screen.getByText('Efter'));
    expect(menu()).toBeNull();
  });

  test('Escape closes the menu and not the dialog that it stands in', async () => {
    const keys: string[] = [];
    const user = open();
    document.body.addEventListener('keydown', (event) => keys.push(event.key), { once: true });
    await user.click(button());
    await user.keyboard('{Escape}');
    expect(menu()).toBeNull();
    expect(keys).toEqual([]);
  });
});
