import { useToday } from '#client/platform/page/clock.ts';
import { ExternalLink } from '#client/ui/external-link.tsx';
import type { PublicEvent } from '#src/features/events/contract.ts';
import type { TransferPeriod } from '#src/features/events/fields/schemas.ts';
import { isUpcoming } from '#src/features/events/rules.ts';
import {
  feeText,
  initiatorText,
  rulesForDistances,
  sourceText,
  transferOf,
  transferText,
} from '#src/features/events/transfer/rules.ts';
import { formatDayOfYear } from '#src/shared/dates.ts';
import { joinDistances, splitDistances } from '#src/shared/distances.ts';
import { capitalize } from '#src/shared/text.ts';

/** What the organizer says about transfers. Nothing if nothing is known, or if the race takes no ads. */
export function RaceTransfer({ event }: { event: PublicEvent }) {
  const today = useToday();
  const { transfer_policy: policy, transfer_rules_url: rulesUrl } = event;
  const source = sourceText({ checked_on: event.transfer_checked_on }, today);
  const isKnown = policy !== 'unknown' || rulesUrl || source;
  if (!isKnown || !isUpcoming(event, today) || event.status !== 'scheduled') return null;
  const distances = splitDistances(event.distances);
  const states = statesOf(event, distances, today);
  const periods = policy === 'allowed' ? rulesForDistances(event, distances).transfer_periods : [];
  return (
    <section className="race-section race-transfer" aria-labelledby="race-transfer">
      <h2 className="type-section" id="race-transfer">
        Överlåtelse
      </h2>
      {states.map(({ text, of }) => (
        <p key={text} className="race-transfer-state">
          {states.length > 1 && <span>{joinDistances(of)}: </span>}
          {text}
        </p>
      ))}
      {(periods.length > 1 || states.some(({ isToCome }) => isToCome)) && (
        <ul className="race-transfer-periods">
          {periods.map((period, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: periods may be equal, and their order is fixed
            <li key={index}>{periodText(period, today)}</li>
          ))}
        </ul>
      )}
      {policy === 'allowed' && initiatorText(event) && <p>{initiatorText(event)}</p>}
      {(source || rulesUrl) && (
        <p className="race-transfer-source">
          {source && <span>{source}</span>}
          {rulesUrl && (
            <ExternalLink href={rulesUrl} linkLabel={event.event_name}>
              Arrangörens regler
            </ExternalLink>
          )}
        </p>
      )}
    </section>
  );
}

/** What holds today, with the distances that it holds for. */
function statesOf(event: PublicEvent, distances: readonly string[], today: string) {
  const transfers = distances.map((distance) => ({ distance, transfer: transferOf(event, distance, today) }));
  const byText = Map.groupBy(transfers, ({ transfer }) => transferText(transfer, today));
  return [...byText].map(([text, same]) => ({
    text,
    of: same.map(({ distance }) => distance),
    isToCome: same.some(({ transfer }) => transfer.state === 'not_open'),
  }));
}

/** `6–11 juni: 200 SEK, betalas av säljaren, på nätet (315 km)`. */
function periodText({ from, to, distances, where, ...terms }: TransferPeriod, today: string): string {
  const day = (date: string) => formatDayOfYear(date, today);
  const span =
    from && to
      ? spanText(from, to, day)
      : from
        ? `från ${day(from)}`
        : to
          ? `till ${day(to)}`
          : 'utan kända datum';
  const place = where && (where === 'online' ? 'på nätet' : 'på plats');
  const facts = [feeText(terms), place].filter(Boolean).join(', ');
  const of = distances.length > 0 ? ` (${joinDistances(distances)})` : '';
  return `${capitalize(span)}${facts && `: ${facts}`}${of}`;
}

/** `25 september`, `6–11 juni` or `27 februari – 6 mars`. */
function spanText(from: string, to: string, day: (date: string) => string): string {
  if (from === to) return day(to);
  return isSameMonth(from, to) ? `${Number(from.slice(8))}–${day(to)}` : `${day(from)} – ${day(to)}`;
}

const isSameMonth = (a: string, b: string) => a.slice(0, 7) === b.slice(0, 7);
