import { useState } from 'react';
import { currentSession } from '#client/platform/session/member.ts';

const PREFIX = 'draft ';

/**
 * Unsent input. It survives a reload and is kept until the window is closed or the member logs out. The key contains
 * the member's id, so that no other member sees it. The map is the fallback if the browser forbids storage.
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

function save(key: string, text: string): void {
  if (text) drafts.set(key, text);
  else drafts.delete(key);
  try {
    if (text) sessionStorage.setItem(key, text);
    else sessionStorage.removeItem(key);
  } catch {}
}

/** The text outlives its form. `forget` also works after the form is unmounted, for a late response. */
export function useDraft(name: string): { text: string; set: (text: string) => void; forget: () => void } {
  // The draft belongs to the member who started it, even if the session ends meanwhile.
  const [key] = useState(() => keyOf(name));
  const [text, setText] = useState(() => read(key));
  return {
    text,
    set: (next) => {
      save(key, next);
      setText(next);
    },
    forget: () => save(key, ''),
  };
}

export function readDraft(name: string): Record<string, unknown> {
  try {
    return JSON.parse(read(keyOf(name)) || '{}');
  } catch {
    return {};
  }
}

/** An empty text deletes the draft. */
export const saveDraft = (name: string, text: string): void => save(keyOf(name), text);

/** The input of the form for a new ad. It survives a reload and is kept until the tab is closed. */
const AD_KEY = 'announcement_draft';

// If the browser forbids storage, the input is lost when the form is unmounted.

export function readAdDraft(): string | null {
  try {
    return sessionStorage.getItem(AD_KEY);
  } catch {
    return null;
  }
}

export function saveAdDraft(text: string): void {
  try {
    sessionStorage.setItem(AD_KEY, text);
  } catch {}
}

export function forgetAdDraft(): void {
  try {
    sessionStorage.removeItem(AD_KEY);
  } catch {}
}

/** Call this on logout: the computer may be shared. */
export function forgetDrafts(): void {
  drafts.clear();
  forgetAdDraft();
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
    }
  } catch {}
}
