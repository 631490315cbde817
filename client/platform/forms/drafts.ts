import { useState } from 'react';
import { currentSession } from '../session/member';

const PREFIX = 'draft ';

/**
 * What was typed and not sent, until the window is closed or its member logs out; a reload does not lose it. It is
 * nobody else's: the key carries who typed it. The map stands in where the browser forbids storage.
 */
const drafts = new Map<string, string>();

const keyOf = (name: string) => `${PREFIX}${currentSession()?.user.id ?? ''} ${name}`;

function read(key: string): string {
  try {
    return drafts.get(key) ?? sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function keep(key: string, text: string): void {
  if (text) drafts.set(key, text);
  else drafts.delete(key);
  try {
    if (text) sessionStorage.setItem(key, text);
    else sessionStorage.removeItem(key);
  } catch {}
}

/**
 * Text that outlives its form: a dialog that is closed by mistake has it when it is opened again. `forget` works also
 * after the form is gone, for an answer that comes late.
 */
export function useDraft(name: string): { text: string; set: (text: string) => void; forget: () => void } {
  // Who began it owns it, also when their session ends under them.
  const [key] = useState(() => keyOf(name));
  const [text, setText] = useState(() => read(key));
  return {
    text,
    set: (next) => {
      keep(key, next);
      setText(next);
    },
    forget: () => keep(key, ''),
  };
}

/** The values of a form that were kept, if any. */
export function readDraft(name: string): Record<string, unknown> {
  try {
    return JSON.parse(read(keyOf(name)) || '{}');
  } catch {
    return {};
  }
}

/** Keeps the values of a form; an empty text forgets them. */
export const keepDraft = (name: string, text: string): void => keep(keyOf(name), text);

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

/** Forgets all of them: whoever logs out by hand leaves nothing of theirs behind, on what may be somebody else's computer. */
export function forgetDrafts(): void {
  drafts.clear();
  forgetAdDraft();
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
    }
  } catch {}
}
