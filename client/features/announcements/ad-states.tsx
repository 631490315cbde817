import { LogIn, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import type { WayOut } from '#src/features/announcements/filter/ways-out.ts';
import { writeFilter } from './filter-url.ts';

export function NoAds({ isLoggedIn }: { isLoggedIn: boolean }) {
  return (
    <EmptyState
      story="start"
      title="Inga annonser ännu"
      text={
        isLoggedIn
          ? 'Sälj en startplats som du inte kan använda, eller sök en till ett fullt lopp.'
          : 'Logga in för att sälja en startplats eller söka en.'
      }
      action={
        isLoggedIn ? (
          <ButtonLink kind="primary" to="/marketplace/create" icon={<Plus size={18} aria-hidden="true" />}>
            Skapa första annons
          </ButtonLink>
        ) : (
          <ButtonLink kind="primary" to="/marketplace/login" icon={<LogIn size={18} aria-hidden="true" />}>
            Logga in
          </ButtonLink>
        )
      }
    />
  );
}

type NoMatchingAdsProps = { ways: readonly WayOut[]; onClear: () => void; watch: ReactNode };

export function NoMatchingAds({ ways, onClear, watch }: NoMatchingAdsProps) {
  return (
    <EmptyState
      story="lost"
      title="Inga annonser hittades"
      text={
        ways.length > 0
          ? 'Men med ett tryck finns det:'
          : 'Just nu finns ingen annons som passar det du har valt.'
      }
      action={
        <>
          {ways.length > 0 && (
            <ul className="no-matches-ways">
              {ways.map(({ label, filter }) => (
                <li key={label}>
                  <ButtonLink kind="soft" to={`?${writeFilter(filter)}`}>
                    {label}
                  </ButtonLink>
                </li>
              ))}
            </ul>
          )}
          <div className="no-matches-actions">
            {watch}
            <Button kind="link" onClick={onClear}>
              Rensa filter
            </Button>
          </div>
        </>
      }
    />
  );
}

export function AdNotFound() {
  return (
    <EmptyState
      story="lost"
      heading="h1"
      title="Annonsen finns inte kvar"
      text="Den är såld, borttagen, dold eller har gått ut. Är den din? Då finns den under Mina annonser i din profil."
      action={
        <ButtonLink kind="primary" to="/marketplace">
          Till Startplatsmarknaden
        </ButtonLink>
      }
    />
  );
}

export function AdFailed({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <EmptyState
      story="start"
      heading="h1"
      title="Annonsen kunde inte visas"
      text="Kontrollera din anslutning."
      action={
        <Button kind="quiet" busy={busy} onClick={onRetry}>
          Försök igen
        </Button>
      }
    />
  );
}

type AdsErrorProps = {
  /** The first ads are in the server-rendered page; only the rest is missing. */
  hasFirstAds: boolean;
  onRetry: () => void;
  busy: boolean;
};

export function AdsError({ hasFirstAds, onRetry, busy }: AdsErrorProps) {
  return (
    <EmptyState
      story="start"
      title={hasFirstAds ? 'Resten av annonserna kunde inte hämtas' : 'Marknadsplatsen kunde inte visas'}
      text="Kontrollera din anslutning."
      action={
        <Button kind="quiet" busy={busy} onClick={onRetry}>
          Försök igen
        </Button>
      }
    />
  );
}
