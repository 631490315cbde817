/** Sent in the HTML as a JSON data block. */
export type ClientConfig = {
  site_name: string;
  map_tile_url: string | null;
  map_tile_attribution: string | null;
  identity_check_word: string;
  identity_check_url: string;
  /** For contact messages and reviewed submissions; 0 means forever. */
  retention_days: number;
};

/** The defaults of the corresponding environment variables. */
export const CLIENT_DEFAULTS: ClientConfig = {
  site_name: 'Loppkalendern',
  map_tile_url: null,
  map_tile_attribution: null,
  identity_check_word: 'MrKoll',
  identity_check_url: 'https://mrkoll.se',
  retention_days: 365,
};
