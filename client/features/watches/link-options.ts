/** For queries by a mailed link. They are dropped when the page is left, because the token is secret. */
export const LINK_OPTIONS = { gcTime: 0, refetchOnReconnect: false } as const;

export const LINK_ADVICE =
  'Kontrollera att hela länken kom med. I varje mejl om en bevakning finns en länk till dina bevakningar.';

export const watchesPath = (token: string): string => `/bevakning/${token}`;
