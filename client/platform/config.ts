import type { ClientConfig } from '../../src/shared/client-config';

/** What holds where the server has not spoken: in tests, and on a page opened by itself. */
const DEFAULTS: ClientConfig = {
  site_name: 'Loppkalendern',
  map_tile_url: null,
  map_tile_attribution: null,
  identity_check_word: 'MrKoll',
  identity_check_url: 'https://mrkoll.se',
};

let config: ClientConfig | undefined;

/** The configuration that the server wrote into the page (D38). */
export function clientConfig(): ClientConfig {
  config ??= { ...DEFAULTS, ...written() };
  return config;
}

function written(): Partial<ClientConfig> {
  const block = document.getElementById('client-config')?.textContent?.trim() ?? '';
  return block.startsWith('{') ? JSON.parse(block) : {};
}
