type StorageKey =
  | 'adminToken'
  | 'marketplace_token'
  | 'marketplace_user'
  | 'market_info_seen'
  | 'theme'
  | 'admin_event_columns';

// If the browser forbids storage, nothing is stored and no error is thrown.

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
