import { Plus, Search, Ticket } from 'lucide-react';
import { useToday } from '#client/platform/page/clock.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { Link } from '#client/ui/link.tsx';
import type { PublicEvent } from '#src/features/events/contract.ts';
import { isUpcoming } from '#src/features/events/rules.ts';
import { raceTransferError } from '#src/features/events/transfer/rules.ts';
import { WatchEventButton } from '../watch/watch-event-button.tsx';
import type { Race } from './race.ts';

/** The ads for the race. None for a race that is over, cancelled or postponed. */
export function RacePlaces({ race: { event, counts } }: { race: Race }) {
  const today = useToday();
  if (!isUpcoming(event, today) || event.status !== 'scheduled') return null;
  const market = `/marketplace?event=${event.id}`;
  const refusal = refusalOf(event, today);
  return (
    <section className="race-section" aria-labelledby="race-places">
      <h2 className="type-section" id="race-places">
        Startplatser
      </h2>
      {counts && (
        <p className="race-places">
          {counts.sale > 0 && (
            <Link to={`${market}&type=sale`}>
              <Ticket size={17} aria-hidden="true" />
              {counts.sale} säljes
            </Link>
          )}
          {counts.wanted > 0 && (
            <Link to={`${market}&type=wanted`}>
              <Search size={17} aria-hidden="true" />
              {counts.wanted} söks
            </Link>
          )}
        </p>
      )}
      {refusal && <p className="race-places">{refusal}</p>}
      {!counts && !refusal && (
        <p className="race-places">
          <span>Ingen säljer eller söker en plats just nu.</span>
          <WatchEventButton
            watched={{ event, kind: 'market_sale' }}
            kind="link"
            text="Säg till när det kommer en"
          />
        </p>
      )}
      {!refusal && (
        <ButtonLink to={`/marketplace/create?event=${event.id}`} icon={<Plus size={18} aria-hidden="true" />}>
          Skapa annons
        </ButtonLink>
      )}
    </section>
  );
}

/** Why no distance of the race takes ads. */
function refusalOf(event: PublicEvent, today: string): string | undefined {
  if (!raceTransferError(event, today)) return undefined;
  return event.transfer_policy === 'forbidden'
    ? 'Platser kan inte säljas eller sökas: arrangören tillåter inte överlåtelse.'
    : 'Platser kan inte säljas eller sökas: tiden för namnbyte är slut.';
}
