/** In display order; the first is the default. `key` is the value of `tab` in the URL. */
export const TABS = [
  { key: 'events', label: 'Evenemang' },
  { key: 'submissions', label: 'Förfrågningar' },
  { key: 'marketplace', label: 'Marknadsplats' },
  { key: 'marketplace-users', label: 'Användare' },
  { key: 'marketplace-settings', label: 'Inställningar' },
  { key: 'banners', label: 'Banners' },
  { key: 'contact', label: 'Kontakt' },
] as const;
export type TabKey = (typeof TABS)[number]['key'];

export const isTab = (key: string | null): key is TabKey => TABS.some((tab) => tab.key === key);

export const tabPath = (key: TabKey, filters: Record<string, string> = {}): string =>
  `/admin/dashboard?${new URLSearchParams({ tab: key, ...filters })}`;
