import type { Config } from '#src/platform/config.ts';
import { openToken, signToken } from '#src/platform/signed-tokens.ts';
import { AppError } from '#src/shared/errors.ts';

type KeyConfig = Pick<Config, 'secretKey' | 'dataDir'>;

/** Links in mails. Opening one changes nothing, because mail scanners do. */
const PURPOSES = {
  /** Confirms a request. */
  confirm: 'watch confirm',
  /** Shows and changes all watches of an address. */
  manage: 'watch manage',
  /** Ends the watches that a mail is about. */
  end: 'watch end',
  /** Turns off alerts about ads that match the member's own. */
  match: 'watch match',
} as const;

const UUID_BYTES = 16;

const bytesOf = (uuid: string): Uint8Array => Uint8Array.fromHex(uuid.replaceAll('-', ''));

const uuidOf = (bytes: Uint8Array): string =>
  bytes.toHex().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** Throws `watch.link_invalid`. */
async function open(config: KeyConfig, purpose: string, token: string, isLength: (bytes: number) => boolean) {
  const payload = await openToken(config, purpose, token);
  if (!payload || !isLength(payload.length)) throw new AppError('watch.link_invalid');
  return payload;
}

const oneId = (purpose: string) => ({
  sign: (config: KeyConfig, id: string) => signToken(config, purpose, bytesOf(id)),
  open: async (config: KeyConfig, token: string) =>
    uuidOf(await open(config, purpose, token, (length) => length === UUID_BYTES)),
});

/** Of the id of a request. */
export const confirmLink = oneId(PURPOSES.confirm);
/** Of the id of a watcher. */
export const manageLink = oneId(PURPOSES.manage);

/** Of a watcher and the numbers of some of the watches, in two bytes each. */
export const endLink = {
  sign: (config: KeyConfig, watcherId: string, numbers: readonly number[]) =>
    signToken(
      config,
      PURPOSES.end,
      new Uint8Array([
        ...bytesOf(watcherId),
        ...numbers.flatMap((number) => [(number >> 8) & 0xff, number & 0xff]),
      ]),
    ),
  open: async (config: KeyConfig, token: string): Promise<{ watcherId: string; numbers: number[] }> => {
    const isLength = (length: number) => length > UUID_BYTES && length % 2 === 0;
    const payload = await open(config, PURPOSES.end, token, isLength);
    const numbers: number[] = [];
    for (let at = UUID_BYTES; at < payload.length; at += 2)
      numbers.push((payload[at]! << 8) | payload[at + 1]!);
    return { watcherId: uuidOf(payload.slice(0, UUID_BYTES)), numbers };
  },
};

/** Of a member and one of their ads. */
export const matchLink = {
  sign: (config: KeyConfig, userId: string, adId: string) =>
    signToken(config, PURPOSES.match, new Uint8Array([...bytesOf(userId), ...bytesOf(adId)])),
  open: async (config: KeyConfig, token: string): Promise<{ userId: string; adId: string }> => {
    const payload = await open(config, PURPOSES.match, token, (length) => length === 2 * UUID_BYTES);
    return { userId: uuidOf(payload.slice(0, UUID_BYTES)), adId: uuidOf(payload.slice(UUID_BYTES)) };
  },
};
