import { useState } from 'react';
import { currentSession } from './session';

/** What was typed and not sent, until the window is closed. It is nobody else's: the key carries who typed it. */
const drafts = new Map<string, string>();

const keyOf = (name: string) => `${currentSession()?.user.id ?? ''} ${name}`;

/**
 * Text that outlives its form: a dialog that is closed by mistake has it when it is opened again. `forget` works also
 * after the form is gone, for an answer that comes late.
 */
export function useDraft(name: string): { text: string; set: (text: string) => void; forget: () => void } {
  // Who began it owns it, also when their session ends under them.
  const [key] = useState(() => keyOf(name));
  const [text, setText] = useState(() => drafts.get(key) ?? '');
  return {
    text,
    set: (next) => {
      drafts.set(key, next);
      setText(next);
    },
    forget: () => void drafts.delete(key),
  };
}

/** The ad that is half written: kept while the tab lives, also through a reload. */
const AD = 'announcement_draft';

// A browser may forbid storage; then it is kept no longer than its form.

export function readAdDraft(): string | null {
  try {
    return sessionStorage.getItem(AD);
  } catch {
    return null;
  }
}

export function keepAdDraft(text: string): void {
  try {
    sessionStorage.setItem(AD, text);
  } catch {}
}

export function forgetAdDraft(): void {
  try {
    sessionStorage.removeItem(AD);
  } catch {}
}

/** Whoever logs out by hand leaves nothing of theirs behind, on what may be somebody else's computer. */
export function forgetDrafts(): void {
  drafts.clear();
  forgetAdDraft();
}
