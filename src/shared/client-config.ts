/** What the page needs to know from the configuration; stands in the HTML as a JSON data block (D38). */
export type ClientConfig = {
  site_name: string;
  map_tile_url: string | null;
  map_tile_attribution: string | null;
  identity_check_word: string;
  identity_check_url: string;
  /** For how many days contact messages and reviewed submissions are kept; 0 for ever (D2). */
  retention_days: number;
};

/** What holds unless the environment says otherwise (D2). */
export const CLIENT_DEFAULTS: ClientConfig = {
  site_name: 'Loppkalendern',
  map_tile_url: null,
  map_tile_attribution: null,
  identity_check_word: 'MrKoll',
  identity_check_url: 'https://mrkoll.se',
  retention_days: 365,
};
