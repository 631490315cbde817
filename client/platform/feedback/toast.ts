import { toast as sonner } from 'sonner';

type Kind = 'success' | 'warning' | 'error';

/** Shows a toast of section 9. Returns a function that removes it. */
function show(kind: Kind, text: string, duration?: number): () => void {
  const id = sonner[kind](text, { ...(duration && { duration }) });
  return () => sonner.dismiss(id);
}

export const toast = {
  /** `duration` in milliseconds, where the spec gives one. */
  success: (text: string, duration?: number) => show('success', text, duration),
  /** It was done, but not all of it. */
  warning: (text: string) => show('warning', text),
  error: (text: string) => show('error', text),
};
