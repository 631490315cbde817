import { copyText } from './copy-text.ts';

/** Shares an address, by default that of the page, or copies it if the browser cannot share. */
export async function share(title: string, address = ''): Promise<void> {
  const url = new URL(address || window.location.href, window.location.href).href;
  if (navigator.share) return navigator.share({ title, url }).catch(() => {});
  await copyText(url);
}
