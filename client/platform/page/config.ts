import { CLIENT_DEFAULTS, type ClientConfig } from '../../../src/shared/client-config';

let config: ClientConfig | undefined;

/** The configuration that the server wrote into the page (D38); its defaults where there is none, as in tests. */
export function clientConfig(): ClientConfig {
  config ??= { ...CLIENT_DEFAULTS, ...written() };
  return config;
}

/** The server renders with the configuration that it writes into the page. */
export function configure(given: ClientConfig): void {
  config = given;
}

function written(): Partial<ClientConfig> {
  const block = document.getElementById('client-config')?.textContent?.trim() ?? '';
  return block.startsWith('{') ? JSON.parse(block) : {};
}
