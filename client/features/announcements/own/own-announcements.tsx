import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { useDelayed } from '#client/ui/use-delayed.ts';
import type { OwnAnnouncement } from '#src/features/announcements/contract.ts';
import { useComplete } from '../use-complete.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { OwnAd } from './own-ad.tsx';
import { useDelete } from './use-delete.tsx';
import { useRenew } from './use-renew.ts';

export function OwnAnnouncements() {
  const ads = trpc.marketplace.announcements.mine.useQuery();
  const [editedAd, setEditedAd] = useState<OwnAnnouncement>();
  const completion = useComplete();
  const deletion = useDelete();
  const renewal = useRenew();
  const heading = useRef<HTMLHeadingElement>(null);
  const changedId = useRef<string>(undefined);

  // The pressed button disappears with its action: move focus to the ad or, if it is gone, to the heading.
  useEffect(() => {
    if (!ads.data || !changedId.current || document.activeElement !== document.body) return;
    (document.getElementById(`annons-${changedId.current}`) ?? heading.current)?.focus();
    changedId.current = undefined;
  }, [ads.data]);

  const withFocusRestore =
    (action: (ad: OwnAnnouncement) => void) =>
    (ad: OwnAnnouncement): void => {
      changedId.current = ad.id;
      action(ad);
    };

  return (
    <section className="own-ads" aria-labelledby="mina-annonser">
      <div className="own-ads-head">
        <h2 className="type-section" id="mina-annonser" ref={heading} tabIndex={-1}>
          Mina annonser{ads.data && ` (${ads.data.length})`}
        </h2>
        <ButtonLink kind="primary" to="/marketplace/create" icon={<Plus size={18} aria-hidden="true" />}>
          Skapa annons
        </ButtonLink>
      </div>
      {ads.isPending && <LoadingAds />}
      {ads.isLoadingError && (
        <EmptyState
          story="start"
          title="Annonserna kunde inte visas"
          text="Kontrollera din anslutning."
          action={
            <Button kind="quiet" busy={ads.isFetching} onClick={() => ads.refetch()}>
              Försök igen
            </Button>
          }
        />
      )}
      {ads.data?.length === 0 && (
        <EmptyState
          story="start"
          title="Du har inga annonser ännu"
          text="Här ser du de startplatser du säljer eller söker."
        />
      )}
      {ads.data && ads.data.length > 0 && (
        <ul className="own-ads-list">
          {ads.data.map((ad) => (
            <OwnAd
              key={ad.id}
              ad={ad}
              isRenewing={renewal.isBusy(ad.id)}
              onRenew={withFocusRestore(renewal.start)}
              onComplete={withFocusRestore(completion.start)}
              onEdit={setEditedAd}
              onDelete={withFocusRestore(deletion.start)}
            />
          ))}
        </ul>
      )}
      {completion.dialog}
      {deletion.dialog}
      {editedAd && <EditDialog key={editedAd.id} ad={editedAd} onClose={() => setEditedAd(undefined)} />}
    </section>
  );
}

function LoadingAds() {
  const isSlow = useDelayed(true);
  return (
    <div className="own-ads-placeholder" role="status">
      {isSlow && (
        <>
          <p>Laddar annonser...</p>
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} width="100%" height={150} />
          ))}
        </>
      )}
    </div>
  );
}
