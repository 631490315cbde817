import { beforeEach, describe, expect, test } from 'bun:test';
import { fireEvent, render, screen } from '@testing-library/react';
import { forgetDrafts, useDraft } from '#client/platform/forms/drafts.ts';
import { forgetSession, storeSession } from '#client/platform/session/member.ts';

function DraftBox({ name }: { name: string }) {
  const draft = useDraft(name);
  return (
    <>
      <textarea value={draft.text} onChange={(event) => draft.set(event.target.value)} />
      <button type="button" onClick={draft.forget}>
        Glöm
      </button>
    </>
  );
}

const logInAs = (id: string) => storeSession(`token of ${id}`, { id, full_name: id });
const textBox = () => screen.getByRole('textbox') as HTMLTextAreaElement;
const type = (text: string) => fireEvent.change(textBox(), { target: { value: text } });

/** Simulates a reload: only the session storage survives. */
function reload(): void {
  const entries = Object.entries(sessionStorage);
  forgetDrafts();
  for (const [key, value] of entries) sessionStorage.setItem(key, value);
}

beforeEach(() => {
  sessionStorage.clear();
  forgetSession();
  logInAs('anna');
});

describe('useDraft', () => {
  test('restores a draft after a reload, for the same member and the same name only', () => {
    const firstRender = render(<DraftBox name="reply 1" />);
    type('Hej Per');
    firstRender.unmount();
    reload();
    const secondRender = render(<DraftBox name="reply 1" />);
    expect(textBox().value).toBe('Hej Per');
    secondRender.unmount();
    const otherDraft = render(<DraftBox name="reply 2" />);
    expect(textBox().value).toBe('');
    otherDraft.unmount();
    logInAs('bo');
    render(<DraftBox name="reply 1" />);
    expect(textBox().value).toBe('');
  });

  test('removes a draft when it is sent or emptied', () => {
    const { unmount } = render(<DraftBox name="reply 1" />);
    type('Hej Per');
    fireEvent.click(screen.getByText('Glöm'));
    unmount();
    const secondRender = render(<DraftBox name="reply 1" />);
    expect(textBox().value).toBe('');
    type('x');
    type('');
    secondRender.unmount();
    expect(sessionStorage.length).toBe(0);
  });

  test('loses its draft on forgetDrafts; other keys of the session storage stay', () => {
    sessionStorage.setItem('another', 'thing');
    const { unmount } = render(<DraftBox name="reply 1" />);
    type('Hej Per');
    forgetDrafts();
    unmount();
    expect(Object.entries(sessionStorage)).toEqual([['another', 'thing']]);
    render(<DraftBox name="reply 1" />);
    expect(textBox().value).toBe('');
  });

  test('keeps a draft in memory when the browser forbids storage', () => {
    const { setItem, getItem } = Storage.prototype;
    Storage.prototype.setItem = Storage.prototype.getItem = () => {
      throw new DOMException('Forbidden', 'SecurityError');
    };
    try {
      const { unmount } = render(<DraftBox name="reply 1" />);
      type('Hej Per');
      unmount();
      render(<DraftBox name="reply 1" />);
      expect(textBox().value).toBe('Hej Per');
    } finally {
      Object.assign(Storage.prototype, { setItem, getItem });
    }
  });
});
