import { describe, expect, spyOn, test } from 'bun:test';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Alert } from '#client/ui/alert.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { setViewportWidth } from '#tests/support/client.tsx';

let closeCount = 0;
function open() {
  closeCount = 0;
  render(
    <Dialog open onClose={() => closeCount++} title="Fråga">
      <p>En lång text</p>
    </Dialog>,
  );
  return { dialog: screen.getByRole('dialog'), text: screen.getByText('En lång text') };
}

/** In browsers, a press that ends on another element than it started on fires a click on their common ancestor. */
function press(from: Element, to: Element, clickTarget: Element, pressCount = 1): void {
  fireEvent.pointerDown(from);
  fireEvent.pointerUp(to);
  fireEvent.click(clickTarget, { detail: pressCount });
}

test('an alert is scrolled into view in a dialog, and elsewhere stays where it is', () => {
  const scrollIntoView = spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {});
  render(<Alert>Fel</Alert>);
  expect(scrollIntoView).not.toHaveBeenCalled();
  render(
    <Dialog open onClose={() => {}} title="Fråga">
      <Alert>Fel</Alert>
    </Dialog>,
  );
  expect(scrollIntoView).toHaveBeenCalledTimes(1);
  scrollIntoView.mockRestore();
});

describe('a dialog', () => {
  test('closes on a press on its backdrop', () => {
    const { dialog } = open();
    press(dialog, dialog, dialog);
    expect(closeCount).toBe(1);
  });

  test('stays open on the second press of the double click that opened it', () => {
    const { dialog } = open();
    press(dialog, dialog, dialog, 2);
    expect(closeCount).toBe(0);
  });

  test('stays open when a text selection is dragged out of it or into it', () => {
    const { dialog, text } = open();
    press(text, dialog, dialog);
    press(dialog, text, dialog);
    press(text, text, text);
    expect(closeCount).toBe(0);
    press(dialog, dialog, dialog);
    expect(closeCount).toBe(1);
  });
});

describe('a dialog with a form', () => {
  function openForm(hasUnsavedChanges: boolean, width = 1280) {
    closeCount = 0;
    setViewportWidth(width);
    render(
      <Dialog
        open
        onClose={() => closeCount++}
        title="Redigera"
        unsaved={hasUnsavedChanges}
        save={<button type="submit">Spara</button>}
        footerStart={<button type="button">Ta bort</button>}
      >
        <input aria-label="Namn" />
      </Dialog>,
    );
  }
  const button = (name: string) => screen.getByRole('button', { name });
  const question = () => screen.queryByRole('dialog', { name: 'Stänga utan att spara?' });

  test('closes at once without unsaved changes', () => {
    openForm(false);
    fireEvent.click(button('Avbryt'));
    fireEvent.click(button('Stäng'));
    expect([closeCount, question()]).toEqual([2, null]);
  });

  test('asks first with unsaved changes, whichever way it is closed', () => {
    openForm(true);
    const dialog = screen.getByRole('dialog', { name: 'Redigera' });
    for (const close of [
      () => fireEvent.click(button('Avbryt')),
      () => fireEvent.click(screen.getAllByRole('button', { name: 'Stäng' })[0] as HTMLElement),
      () => press(dialog, dialog, dialog),
      () => fireEvent(dialog, new Event('cancel', { cancelable: true })),
    ]) {
      close();
      expect(question()).not.toBeNull();
      expect(document.activeElement?.textContent).toBe('Fortsätt redigera');
      fireEvent.click(button('Fortsätt redigera'));
      expect([closeCount, question()]).toEqual([0, null]);
    }
    fireEvent.click(button('Avbryt'));
    fireEvent.click(button('Stäng utan att spara'));
    expect(closeCount).toBe(1);
  });

  test('prompts before the page unloads only while there are unsaved changes', () => {
    const unloadPage = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented ? 'prompted' : 'left';
    };
    openForm(false);
    expect(unloadPage()).toBe('left');
    cleanup();
    openForm(true);
    expect(unloadPage()).toBe('prompted');
    cleanup();
    expect(unloadPage()).toBe('left');
  });

  test('reopens and asks when the browser has closed it with unsaved changes', () => {
    openForm(true);
    const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Redigera' });
    act(() => dialog.close());
    expect([dialog.open, closeCount, question() !== null]).toEqual([true, 0, true]);
    cleanup();
    openForm(false);
    act(() => screen.getByRole<HTMLDialogElement>('dialog').close());
    expect(closeCount).toBe(1);
  });

  test('puts the delete button first in the footer; on a phone it is alone there, and "Spara" is in the header', () => {
    openForm(false);
    const footerButtons = () =>
      [...document.querySelectorAll('.dialog-foot button')].map((button) => button.textContent);
    expect(footerButtons()).toEqual(['Ta bort', 'Avbryt', 'Spara']);
    cleanup();
    openForm(false, 390);
    expect(footerButtons()).toEqual(['Ta bort']);
    expect(document.querySelector('.dialog-head')?.textContent).toBe('RedigeraSpara');
    cleanup();
    setViewportWidth(1280);
  });
});
