import { toast } from './toast.ts';

/** Says whether it worked. */
export async function copyText(text: string, done = 'Länken är kopierad'): Promise<void> {
  // The clipboard exists only in secure contexts.
  await (navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))).then(
    () => toast.success(done),
    () => toast.error('Det gick inte att kopiera. Markera texten och kopiera den i stället.'),
  );
}
