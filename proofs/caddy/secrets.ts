import type { Caddy } from '#proofs/support/caddy.ts';

const SECRET = 'HEMLIGT0123456789abcdefghijklmnopqrstuvwxyz';

const PATHS = [
  `/marketplace/verify/${SECRET}`,
  `/marketplace/reset-password/${SECRET}`,
  `/marketplace/my-data/${SECRET}`,
  `/rules/invandning/${SECRET}`,
  `/api/statements/${SECRET}/objection`,
  `/bevakning/${SECRET}`,
  `/bevakning/bekrafta/${SECRET}`,
  `/bevakning/avsluta/${SECRET}`,
  `/bevakning/annons/${SECRET}`,
  `/api/watches/${SECRET}/data`,
  `/api/watches/confirm/${SECRET}`,
  `/Marketplace/Verify/${SECRET}?a=${SECRET}`,
  `//marketplace//verify//${SECRET}`,
  `/marketplace/%76erify/${SECRET}`,
  `/api/marketplace/verify/${SECRET}`,
  `/api/marketplace/my-data/${SECRET}`,
  `/api/marketplace/reset-password/${SECRET}?password=${SECRET}&confirm_password=${SECRET}`,
  `/trpc/marketplace.accounts.me?input=${SECRET}`,
  `/?q=${SECRET}`,
  `/api/events?token=${SECRET}`,
];
const HEADERS = {
  authorization: `Bearer ${SECRET}`,
  cookie: `session=${SECRET}`,
  referer: `https://localhost/marketplace/reset-password/${SECRET}`,
  'x-token': SECRET,
};

/** The status of the responses does not matter. */
export async function sendSecrets(caddy: Caddy): Promise<number> {
  const calls = PATHS.flatMap((path) => ['GET', 'POST'].map((method) => ({ path, method })));
  // In parallel, because a call takes some seconds when no instance responds.
  await Promise.all(
    calls.map(async ({ path, method }) => (await caddy.fetch(path, { method, headers: HEADERS })).text()),
  );
  return calls.length;
}

export const leakingLines = (log: string): string[] =>
  log.split('\n').filter((line) => line.includes(SECRET) || /"(remote|client)_ip"/.test(line));
