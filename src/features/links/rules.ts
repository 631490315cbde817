import { DAY_MS } from '#src/shared/dates.ts';
import type { LinkStatus } from './contract.ts';

const CHECK_DAYS = 7;
/** Twice until the third failure, which may be the last. */
const RETRY_DAYS = 3.5;
const DEAD_FAILURES = 3;
const DEAD_DAYS = 7;

/** `reason` is why there was no response. */
export type CheckResult = { http_status: number; reason?: never } | { http_status?: never; reason: string };

/**
 * `present` means that the server exists and does not serve programs. `temporary` says nothing about the link. Refused
 * connections and redirects to private addresses are temporary too: only what cannot be anything else is `gone`.
 */
type Outcome = 'ok' | 'present' | 'temporary' | 'gone';

function outcomeOf({ http_status, reason }: CheckResult): Outcome {
  if (reason !== undefined) return reason === 'dns' || reason === 'tls' ? 'gone' : 'temporary';
  if (http_status >= 200 && http_status < 400) return 'ok';
  if (http_status === 404 || http_status === 410) return 'gone';
  return http_status === 429 || http_status >= 500 ? 'temporary' : 'present';
}

type LinkState = { status: LinkStatus; failures: number; failing_since: string | null };

/** The state of a link after a check: dead after three failures in a row over at least seven days (D60). */
export function stateAfterCheck(
  before: LinkState,
  result: CheckResult,
  now: Date,
): LinkState & { due_at: string } {
  const outcome = outcomeOf(result);
  const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString();
  if (outcome === 'ok' || outcome === 'present')
    return {
      status: outcome === 'ok' ? 'ok' : 'unknown',
      failures: 0,
      failing_since: null,
      due_at: inDays(CHECK_DAYS),
    };
  if (outcome === 'temporary') {
    const isFailing = before.status === 'failing' || before.status === 'dead';
    return {
      status: isFailing ? before.status : 'unknown',
      failures: before.failures,
      failing_since: before.failing_since,
      due_at: inDays(isFailing ? RETRY_DAYS : CHECK_DAYS),
    };
  }
  const failures = before.failures + 1;
  const failing_since = before.failing_since ?? now.toISOString();
  const isOld = now.getTime() - Date.parse(failing_since) >= DEAD_DAYS * DAY_MS;
  const isDead = before.status === 'dead' || (failures >= DEAD_FAILURES && isOld);
  return {
    status: isDead ? 'dead' : 'failing',
    failures,
    failing_since,
    due_at: inDays(isDead ? CHECK_DAYS : RETRY_DAYS),
  };
}

/** What admins read, by the reason of a check without a usable response. */
const REASONS: Record<string, string> = {
  dns: 'Domänen finns inte.',
  tls: 'Certifikatet är ogiltigt.',
  refused: 'Servern svarar inte.',
  timeout: 'Servern svarade inte i tid.',
  redirect: 'Leder vidare för många gånger.',
  private: 'Leder till ett privat nät eller en påhittad adress.',
  robots: 'Webbplatsen vill inte bli kontrollerad.',
};

const STATUS_REASONS: Record<number, string> = {
  401: 'Kräver inloggning',
  403: 'Släpper inte in kontrollen',
  404: 'Sidan finns inte',
  410: 'Sidan är borttagen',
  429: 'Tar emot för många anrop',
};

export function describeProblem({
  reason,
  http_status,
}: {
  reason: string | null;
  http_status: number | null;
}): string {
  if (!reason) return '';
  if (http_status === null) return REASONS[reason] ?? 'Går inte att kontrollera.';
  const text = STATUS_REASONS[http_status] ?? (http_status >= 500 ? 'Fel på servern' : 'Svarar med ett fel');
  return `${text} (${http_status}).`;
}
