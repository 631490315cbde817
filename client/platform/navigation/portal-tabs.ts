/** In display order; the first is the default. `key` is the value of `tab` in the URL. */
export const TABS = [
  { key: 'work', label: 'Att göra' },
  { key: 'events', label: 'Evenemang' },
  { key: 'submissions', label: 'Förfrågningar' },
  { key: 'marketplace', label: 'Marknadsplats' },
  { key: 'marketplace-users', label: 'Användare' },
  { key: 'marketplace-settings', label: 'Inställningar' },
  { key: 'banners', label: 'Banners' },
  { key: 'contact', label: 'Kontakt' },
] as const;

/** Other views of the tab with the events: a second row of tabs. */
export const EVENT_TABS = [
  { key: 'duplicates', label: 'Dubbletter' },
  { key: 'sources', label: 'Källor' },
  { key: 'links', label: 'Länkar' },
] as const;

/** Opened from the portal's menu: nobody needs it every day. */
export const ADMINS_TAB = { key: 'admins', label: 'Administratörer' } as const;

const ALL_TABS = [...TABS, ...EVENT_TABS, ADMINS_TAB];
export type TabKey = (typeof ALL_TABS)[number]['key'];

export const isTab = (key: string | null): key is TabKey => ALL_TABS.some((tab) => tab.key === key);

export const isEventTab = (key: TabKey): boolean =>
  key === 'events' || EVENT_TABS.some((tab) => tab.key === key);

export const tabLabel = (key: TabKey): string => ALL_TABS.find((tab) => tab.key === key)?.label ?? '';

export const tabPath = (key: TabKey, filters: Record<string, string> = {}): string =>
  `/admin/dashboard?${new URLSearchParams({ tab: key, ...filters })}`;
