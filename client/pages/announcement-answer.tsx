import { Check, RefreshCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { AdFailed, AdNotFound } from '#client/features/announcements/ad-states.tsx';
import { useRenew } from '#client/features/announcements/own/use-renew.ts';
import { useComplete } from '#client/features/announcements/use-complete.tsx';
import { detailOf } from '#client/platform/api/error-texts.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { usePageTitle } from '#client/platform/navigation/title.ts';
import { useToday } from '#client/platform/page/clock.ts';
import { RequireSession } from '#client/shell/require-session.tsx';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { useDelayed } from '#client/ui/use-delayed.ts';
import type { OwnAnnouncement } from '#src/features/announcements/contract.ts';
import {
  completeError,
  DONE_LABELS,
  endsWithRace,
  lastDayText,
  renewError,
} from '#src/features/announcements/rules.ts';

/** Where the links of a reminder lead. Opening it changes nothing, because mail scanners open links too. */
export default function AnnouncementAnswerPage() {
  usePageTitle('Är din annons fortfarande aktuell?');
  return (
    <RequireSession what="att svara om din annons">
      <div className="page ad-page">
        <Answer />
      </div>
    </RequireSession>
  );
}

function Answer() {
  const { orderNumber } = useParams();
  const ads = trpc.marketplace.announcements.mine.useQuery();
  const isSlow = useDelayed(ads.isPending);
  const ad = ads.data?.find(({ order_number }) => order_number === orderNumber);
  if (ads.isPending) return isSlow && <p role="status">Laddar annonsen...</p>;
  if (ads.isLoadingError) return <AdFailed busy={ads.isFetching} onRetry={() => void ads.refetch()} />;
  return ad ? <Question ad={ad} /> : <AdNotFound />;
}

function Question({ ad }: { ad: OwnAnnouncement }) {
  const [search] = useSearchParams();
  const isDone = search.get('svar') === 'klar';
  const today = useToday();
  const [isRenewed, setIsRenewed] = useState(false);
  const renewal = useRenew(() => setIsRenewed(true));
  const completion = useComplete();
  const heading = useRef<HTMLHeadingElement>(null);
  const isAnswered = ad.is_completed || isRenewed;
  // The pressed button is gone.
  useEffect(() => {
    if (isAnswered) heading.current?.focus();
  }, [isAnswered]);
  const cannotRenew = renewError(ad, today);
  const canRenew = !cannotRenew && !isRenewed && !(ad.is_active && endsWithRace(ad));
  return (
    <section className="ad-answer">
      <h1 className="type-section" ref={heading} tabIndex={-1}>
        {titleOf(ad, isRenewed)}
      </h1>
      <p>
        {ad.event_name}, {ad.distance} · {ad.order_number}
      </p>
      {!ad.is_completed && <p role="status">{stateText(ad)}</p>}
      {!ad.is_completed && cannotRenew && <p>{detailOf(cannotRenew)}</p>}
      <div className="ad-answer-buttons">
        {canRenew && (
          <Button
            kind={isDone ? 'secondary' : 'primary'}
            icon={<RefreshCw size={18} aria-hidden="true" />}
            busy={renewal.isBusy(ad.id)}
            onClick={() => renewal.start(ad)}
          >
            Ja, förnya
          </Button>
        )}
        {!isRenewed && !completeError(ad) && (
          <Button
            kind={isDone ? 'primary' : 'secondary'}
            icon={<Check size={18} aria-hidden="true" />}
            onClick={() => completion.start(ad)}
          >
            {DONE_LABELS[ad.announcement_type]}
          </Button>
        )}
        <ButtonLink kind={isAnswered ? 'secondary' : 'quiet'} to="/marketplace/profile">
          Till dina annonser
        </ButtonLink>
      </div>
      {completion.dialog}
    </section>
  );
}

function titleOf({ is_completed }: OwnAnnouncement, isRenewed: boolean): string {
  if (is_completed) return 'Annonsen är slutförd';
  return isRenewed ? 'Annonsen är förnyad' : 'Är din annons fortfarande aktuell?';
}

function stateText({ is_active, expires_at }: OwnAnnouncement): string {
  if (!is_active || !expires_at) return 'Annonsen visas inte längre.';
  return `Annonsen visas till och med ${lastDayText(expires_at)}.`;
}
