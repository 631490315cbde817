import { describe, expect, test } from 'bun:test';
import { fireEvent, render, screen } from '@testing-library/react';
import { Dialog } from '../../client/ui/dialog';

let closed = 0;
function open() {
  closed = 0;
  render(
    <Dialog open onClose={() => closed++} title="Fråga">
      <p>En lång text</p>
    </Dialog>,
  );
  return { dialog: screen.getByRole('dialog'), text: screen.getByText('En lång text') };
}

/** As a browser tells it: a press that ends elsewhere than it began is a click on what holds both. */
function press(from: Element, to: Element, click: Element): void {
  fireEvent.pointerDown(from);
  fireEvent.pointerUp(to);
  fireEvent.click(click);
}

describe('a dialog', () => {
  test('closes by a press on its backdrop', () => {
    const { dialog } = open();
    press(dialog, dialog, dialog);
    expect(closed).toBe(1);
  });

  test('stays when a selection of text is dragged out of it, or into it', () => {
    const { dialog, text } = open();
    press(text, dialog, dialog);
    press(dialog, text, dialog);
    press(text, text, text);
    expect(closed).toBe(0);
    press(dialog, dialog, dialog);
    expect(closed).toBe(1);
  });
});
