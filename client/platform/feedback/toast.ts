import type { toast as Sonner } from 'sonner';

type Kind = 'success' | 'warning' | 'error';

let sonner: typeof Sonner | undefined;
const waiting = new Set<() => void>();

/** Called by the toaster, which is loaded after the page. Shows the toasts that have waited for it. */
export function connectToaster(connected: typeof Sonner): void {
  sonner = connected;
  for (const showNow of waiting) showNow();
  waiting.clear();
}

function show(kind: Kind, text: string, duration?: number): () => void {
  let id: number | string | undefined;
  const showNow = () => {
    id = sonner?.[kind](text, { ...(duration && { duration }) });
  };
  if (sonner) showNow();
  else waiting.add(showNow);
  return () => {
    waiting.delete(showNow);
    if (id !== undefined) sonner?.dismiss(id);
  };
}

export const toast = {
  /** `duration` is in milliseconds. */
  success: (text: string, duration?: number) => show('success', text, duration),
  /** For an action that was only partly completed. */
  warning: (text: string) => show('warning', text),
  error: (text: string) => show('error', text),
};
