type Kind = 'success' | 'error';

const load = () => import('sonner');

/** Shows a toast of section 9. The toaster is loaded after the first paint, so this may take it with it. */
async function show(kind: Kind, text: string): Promise<void> {
  const { toast } = await load();
  toast[kind](text);
}

export const toast = {
  success: (text: string) => void show('success', text),
  error: (text: string) => void show('error', text),
};
