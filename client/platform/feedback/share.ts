import { copyText } from './copy-text.ts';

/** Shares the address of the page, or copies it if the browser cannot share. */
export async function share(title: string): Promise<void> {
  const url = window.location.href;
  if (navigator.share) return navigator.share({ title, url }).catch(() => {});
  await copyText(url);
}
