/** In display order; the first is the default. `key` is the value of `tab` in the URL. */
export const TABS = [
  { key: 'work', label: 'Att göra' },
  { key: 'events', label: 'Evenemang' },
  { key: 'submissions', label: 'Förfrågningar' },
  { key: 'duplicates', label: 'Dubbletter' },
  { key: 'sources', label: 'Källor' },
  { key: 'links', label: 'Länkar' },
  { key: 'marketplace', label: 'Marknadsplats' },
  { key: 'marketplace-users', label: 'Användare' },
  { key: 'marketplace-settings', label: 'Inställningar' },
  { key: 'banners', label: 'Banners' },
  { key: 'contact', label: 'Kontakt' },
] as const;

/** Opened from the portal's menu: nobody needs it every day. */
export const ADMINS_TAB = { key: 'admins', label: 'Administratörer' } as const;

const ALL_TABS = [...TABS, ADMINS_TAB];
export type TabKey = (typeof ALL_TABS)[number]['key'];

export const isTab = (key: string | null): key is TabKey => ALL_TABS.some((tab) => tab.key === key);

export const tabLabel = (key: TabKey): string => ALL_TABS.find((tab) => tab.key === key)?.label ?? '';

export const tabPath = (key: TabKey, filters: Record<string, string> = {}): string =>
  `/admin/dashboard?${new URLSearchParams({ tab: key, ...filters })}`;
