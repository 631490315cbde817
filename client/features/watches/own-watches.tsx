import { type ReactNode, useState } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Link } from '#client/ui/link.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { useDelayed } from '#client/ui/use-delayed.ts';
import type { WatchList as WatchListData } from '#src/features/watches/contract.ts';
import { PauseButton } from './pause-button.tsx';
import { useFocusAfterEnd } from './use-focus-after-end.ts';
import { useOwnCalls } from './watch-calls.ts';
import { WatchList } from './watch-list.tsx';

const FIRST = 3;
const NONE: WatchListData = { watches: [], paused_until: null };

/** `children` are more settings about mails. */
export function OwnWatches({ children }: { children: ReactNode }) {
  const query = trpc.marketplace.watches.list.useQuery();
  const calls = useOwnCalls();
  const [isOpen, setOpen] = useState(false);
  const isSlow = useDelayed(query.isPending);
  const { watches, paused_until } = query.data ?? NONE;
  const title = useFocusAfterEnd<HTMLHeadingElement>(watches);
  return (
    <section className="profile-card own-watches" aria-labelledby="mina-bevakningar">
      <h2 className="profile-card-title" id="mina-bevakningar" ref={title} tabIndex={-1}>
        Mina bevakningar{query.data && ` (${watches.length})`}
      </h2>
      {isSlow && (
        <div role="status">
          <p className="visually-hidden">Laddar bevakningar...</p>
          <Skeleton width="100%" height={150} />
        </div>
      )}
      {query.isLoadingError && (
        <>
          <p className="watch-note">Bevakningarna kunde inte visas. Kontrollera din anslutning.</p>
          <Button busy={query.isFetching} onClick={() => query.refetch()}>
            Försök igen
          </Button>
        </>
      )}
      {query.data && watches.length === 0 && (
        <p className="watch-note">
          Du följer ingenting. Hitta ett lopp i{' '}
          <Link className="text-link" to="/">
            kalendern
          </Link>{' '}
          och välj ”Följ”.
        </p>
      )}
      {watches.length > 0 && (
        <>
          <WatchList
            label="Mina bevakningar"
            watches={isOpen ? watches : watches.slice(0, FIRST)}
            calls={calls}
          />
          {watches.length > FIRST && (
            <Button kind="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Visa färre' : `Visa alla ${watches.length}`}
            </Button>
          )}
          <PauseButton pausedUntil={paused_until} calls={calls} />
        </>
      )}
      {children}
    </section>
  );
}
