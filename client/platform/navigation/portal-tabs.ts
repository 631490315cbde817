/** The seven tabs of section 2, in their order; the first is the default. `tab` in the URL names them. */
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

/** Where a tab stands, with what its list is narrowed to. */
export const tabPath = (key: TabKey, narrowed: Record<string, string> = {}): string =>
  `/admin/dashboard?${new URLSearchParams({ tab: key, ...narrowed })}`;
