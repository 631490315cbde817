import { toast as sonner } from 'sonner';

type Kind = 'success' | 'warning' | 'error';

function show(kind: Kind, text: string, duration?: number): () => void {
  const id = sonner[kind](text, { ...(duration && { duration }) });
  return () => sonner.dismiss(id);
}

export const toast = {
  /** `duration` is in milliseconds. */
  success: (text: string, duration?: number) => show('success', text, duration),
  /** For an action that was only partly completed. */
  warning: (text: string) => show('warning', text),
  error: (text: string) => show('error', text),
};
