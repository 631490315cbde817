/** What is kept in local storage, under the names of section 9, and the chosen theme. */
export type StorageKey = 'adminToken' | 'marketplace_token' | 'marketplace_user' | 'theme';

// A browser may forbid storage; then nothing is remembered, and nothing breaks.

export function read(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function write(key: StorageKey, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {}
}

export function remove(key: StorageKey): void {
  try {
    localStorage.removeItem(key);
  } catch {}
}
