import { resolve } from 'node:path';
import * as v from 'valibot';
import { ADMIN_NAME_IS, ADMIN_PASSWORD_IS, AdminName, AdminPassword } from '#src/shared/admin-account.ts';
import { CLIENT_DEFAULTS } from '#src/shared/client-config.ts';
import { parseDatabaseUrl } from './database/hosts.ts';
import { parseNetworks } from './http/address.ts';
import { parseAllowedHosts } from './outbound/target.ts';

const integer = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,7}$/),
    v.transform(Number),
    v.check((number) => number >= min && number <= max),
  );
const flag = v.pipe(
  v.picklist(['0', '1']),
  v.transform((value) => value === '1'),
);
const url = (pattern: RegExp) =>
  v.pipe(
    v.string(),
    v.check((value) => pattern.test(value) && URL.canParse(value)),
  );
const isNetworkList = (value: string) => {
  try {
    return parseNetworks(value).length > 0;
  } catch {
    return false;
  }
};
const shortText = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(100));

/** The environment variables: the schema of each, and a description of valid values for the error message. */
const VARIABLES = {
  PORT: [integer(0, 65535), 'a port from 0 to 65535'],
  HOST: [shortText, 'a host name or address'],
  PUBLIC_URL: [url(/^https?:\/\//), 'an http or https address'],
  DATABASE_URL: [
    v.pipe(
      v.string(),
      v.check((value) => parseDatabaseUrl(value) !== undefined),
    ),
    'a postgres:// address, with several hosts as postgres://user:password@one:5432,two:5432/database?target_session_attrs=read-write',
  ],
  DATA_DIR: [v.pipe(v.string(), v.nonEmpty()), 'a folder'],
  ADMIN_USERNAME: [AdminName, ADMIN_NAME_IS],
  ADMIN_PASSWORD: [AdminPassword, ADMIN_PASSWORD_IS],
  ADMIN_2FA: [v.picklist(['optional', 'required']), 'optional or required'],
  DEMO: [flag, '0 or 1'],
  TRUSTED_PROXIES: [
    v.pipe(v.string(), v.check(isNetworkList)),
    'addresses or networks such as 10.0.0.0/8, separated by commas',
  ],
  SECRET_KEY: [
    v.pipe(v.string(), v.regex(/^\S{32,200}$/)),
    'a random text of 32 to 200 characters without spaces',
  ],
  ACCEPT_CLOCK: [flag, '0 or 1'],
  METRICS_TOKEN: [
    v.pipe(v.string(), v.regex(/^\S{32,200}$/)),
    'a random text of 32 to 200 characters without spaces',
  ],
  SMTP_URL: [url(/^smtps?:\/\//), 'an smtp:// or smtps:// address'],
  MAIL_FROM: [
    v.pipe(shortText, v.regex(/^[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/)),
    'an address such as info@lopp.example or "Loppkalendern <info@lopp.example>"',
  ],
  MAP_TILE_URL: [
    v.pipe(url(/^https?:\/\//), v.includes('{z}'), v.includes('{x}'), v.includes('{y}')),
    'an http or https address with {z}, {x} and {y}',
  ],
  MAP_TILE_ATTRIBUTION: [shortText, 'a text of at most 100 characters'],
  GEOCODER_URL: [url(/^https?:\/\//), 'an http or https address'],
  SOURCE_ALLOW_HOSTS: [
    v.pipe(
      v.string(),
      v.check((value) => parseAllowedHosts(value) !== undefined),
    ),
    'hosts with their port such as 10.0.0.5:8080, separated by commas',
  ],
  LINK_CHECK: [flag, '0 or 1'],
  S3_ENDPOINT: [url(/^https?:\/\//), 'an http or https address'],
  S3_BUCKET: [v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)), 'the name of a bucket'],
  S3_ACCESS_KEY_ID: [v.pipe(v.string(), v.regex(/^\S{1,200}$/)), 'the id of a key'],
  S3_SECRET_ACCESS_KEY: [v.pipe(v.string(), v.regex(/^\S{1,200}$/)), 'the secret of a key'],
  S3_REGION: [v.pipe(v.string(), v.regex(/^[\w-]{1,50}$/)), 'a region such as eu-north-1'],
  SITE_NAME: [shortText, 'a name of at most 100 characters'],
  IDENTITY_CHECK_WORD: [shortText, 'a word'],
  IDENTITY_CHECK_URL: [url(/^https?:\/\//), 'an http or https address'],
  RETENTION_DAYS: [integer(0, 36_500), 'a number of days from 0 to 36500; 0 means no limit'],
  LOG_LEVEL: [
    v.picklist(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'fatal, error, warn, info, debug, trace or silent',
  ],
} as const;

type Variables = typeof VARIABLES;
const schema = v.object(
  Object.fromEntries(
    Object.entries(VARIABLES).map(([name, [value]]) => [name, v.optional(value as v.GenericSchema)]),
  ) as { [Name in keyof Variables]: v.OptionalSchema<Variables[Name][0], undefined> },
);

type Values = v.InferOutput<typeof schema>;

/** Undefined without S3 variables. They must be set together, except S3_REGION. */
function bucketOf(env: Values) {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION } = env;
  const required = { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY };
  const [setName] = Object.entries({ ...required, S3_REGION }).find(([, value]) => value) ?? [];
  if (!setName) return undefined;
  const [missingName] = Object.entries(required).find(([, value]) => !value) ?? [];
  if (missingName) throw new ConfigError(`${missingName} must be set when ${setName} is.`);
  return {
    endpoint: S3_ENDPOINT as string,
    bucket: S3_BUCKET as string,
    accessKeyId: S3_ACCESS_KEY_ID as string,
    secretAccessKey: S3_SECRET_ACCESS_KEY as string,
    region: S3_REGION ?? 'us-east-1',
  };
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Throws {@link ConfigError}. */
export function readConfig(environment: Record<string, string | undefined>) {
  // Treat empty variables as unset, because `.env` files and containers often contain them.
  const nonEmptyVariables = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const parsed = v.safeParse(schema, nonEmptyVariables);
  if (!parsed.success) {
    const name = String(parsed.issues[0].path?.[0]?.key) as keyof Variables;
    throw new ConfigError(`${name} must be ${VARIABLES[name][1]}.`);
  }
  const env = parsed.output;
  if (env.ADMIN_USERNAME && !env.ADMIN_PASSWORD)
    throw new ConfigError('ADMIN_PASSWORD must be set when ADMIN_USERNAME is.');
  if (env.ADMIN_PASSWORD && !env.ADMIN_USERNAME)
    throw new ConfigError('ADMIN_USERNAME must be set when ADMIN_PASSWORD is.');
  const host = env.HOST ?? '127.0.0.1';
  const port = env.PORT ?? 3000;
  const isLoopback = /^(localhost|127\.[\d.]+|::1)$/.test(host);
  return {
    host,
    port,
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, ''),
    databaseUrl: env.DATABASE_URL,
    dataDir: resolve(env.DATA_DIR ?? 'data'),
    adminUsername: env.ADMIN_USERNAME,
    adminPassword: env.ADMIN_PASSWORD,
    /** Whether admins without a second factor may do nothing but add one. */
    isSecondFactorRequired: env.ADMIN_2FA === 'required',
    /** Undefined: load the demonstration data only if the embedded database was just created. */
    demo: env.DEMO,
    trustedProxies: parseNetworks(env.TRUSTED_PROXIES ?? (isLoopback ? '127.0.0.0/8,::1/128' : '')),
    /** Signs the links of watches. Undefined: the key is a file in the data folder. */
    secretKey: env.SECRET_KEY,
    /** An operator says that the clock is right, once, at this start. */
    acceptsClock: env.ACCEPT_CLOCK ?? false,
    /** What scrapers of the metrics send. Undefined: there are no metrics. */
    metricsToken: env.METRICS_TOKEN,
    /** Undefined: mails are written to files in the data folder. */
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    mapTileUrl: env.MAP_TILE_URL,
    mapTileAttribution: env.MAP_TILE_ATTRIBUTION,
    geocoderUrl: env.GEOCODER_URL,
    /** Private hosts that sources and links may be fetched from. */
    sourceAllowHosts: parseAllowedHosts(env.SOURCE_ALLOW_HOSTS ?? '') ?? new Set<string>(),
    /** Whether the links of events are checked every week. */
    linkCheck: env.LINK_CHECK ?? true,
    /** Undefined: uploads are stored in the data folder. */
    s3: bucketOf(env),
    siteName: env.SITE_NAME ?? CLIENT_DEFAULTS.site_name,
    identityCheckWord: env.IDENTITY_CHECK_WORD ?? CLIENT_DEFAULTS.identity_check_word,
    identityCheckUrl: env.IDENTITY_CHECK_URL ?? CLIENT_DEFAULTS.identity_check_url,
    /** How long contact messages and reviewed submissions are kept, in days. 0 means no limit. */
    retentionDays: env.RETENTION_DAYS ?? CLIENT_DEFAULTS.retention_days,
    logLevel: env.LOG_LEVEL ?? 'info',
  };
}
export type Config = ReturnType<typeof readConfig>;

/** Names the site to the servers of others, in ASCII. */
export const userAgentOf = ({ siteName, publicUrl }: Pick<Config, 'siteName' | 'publicUrl'>): string =>
  `${asciiNameOf({ siteName })} (${publicUrl ?? 'event calendar'})`;

export const asciiNameOf = ({ siteName }: Pick<Config, 'siteName'>): string =>
  siteName.normalize('NFKD').replace(/[^\x20-\x7e]/g, '');

/** Without a slash at its end. */
export const siteUrlOf = ({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string =>
  publicUrl ?? `http://localhost:${port}`;
