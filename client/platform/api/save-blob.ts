/** Leaves time for the download to start. */
const REVOKE_DELAY_MS = 60_000;

export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY_MS);
}

export const saveText = (text: string, name: string, type: string): void =>
  saveBlob(new Blob([text], { type }), name);
