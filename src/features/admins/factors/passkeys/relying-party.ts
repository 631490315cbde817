import type { Config } from '#src/platform/config.ts';

/** What the browser signed: the challenge, and the origin of the page. */
export type ClientData = { challenge: string; origin: string };

/** Undefined if it is malformed. */
export function readClientData(clientDataJSON: string): ClientData | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    if (typeof data !== 'object' || !data || !('challenge' in data) || !('origin' in data)) return undefined;
    return { challenge: String(data.challenge), origin: String(data.origin) };
  } catch {
    return undefined;
  }
}

const LOCAL_ORIGIN = /^http:\/\/localhost(:\d+)?$/;

/** Whose passkeys these are. Without `PUBLIC_URL` that is `localhost`, on any port. */
export function relyingPartyOf({ publicUrl, siteName }: Pick<Config, 'publicUrl' | 'siteName'>) {
  const site = publicUrl ? new URL(publicUrl) : undefined;
  return {
    id: site?.hostname ?? 'localhost',
    name: siteName,
    accepts: (origin: string) => (site ? origin === site.origin : LOCAL_ORIGIN.test(origin)),
  };
}
