import { CLIENT_DEFAULTS, type ClientConfig } from '#src/shared/client-config.ts';

let config: ClientConfig | undefined;

/** The server writes it into the page. The defaults apply if there is none, as in tests. */
export function clientConfig(): ClientConfig {
  config ??= { ...CLIENT_DEFAULTS, ...embeddedConfig() };
  return config;
}

/** For rendering on the server. */
export function configure(value: ClientConfig): void {
  config = value;
}

function embeddedConfig(): Partial<ClientConfig> {
  const configJson = document.getElementById('client-config')?.textContent?.trim() ?? '';
  return configJson.startsWith('{') ? JSON.parse(configJson) : {};
}
