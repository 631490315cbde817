import { ArrowLeft, Share2 } from 'lucide-react';
import { useRef } from 'react';
import { useParams } from 'react-router-dom';
import { MemberFacts } from '#client/features/accounts/member-facts.tsx';
import { AdCard } from '#client/features/announcements/ad-card.tsx';
import { AdFailed, AdNotFound } from '#client/features/announcements/ad-states.tsx';
import { adTitle } from '#client/features/announcements/ad-title.ts';
import { OtherAds } from '#client/features/announcements/other-ads.tsx';
import { useAd } from '#client/features/announcements/use-ad.ts';
import { useThreadPaths } from '#client/features/conversations/use-thread-paths.ts';
import { share } from '#client/platform/feedback/share.ts';
import { usePageTitle } from '#client/platform/navigation/title.ts';
import { useLoggedIn, useShowMemberParts } from '#client/platform/session/login-state.ts';
import { Button } from '#client/ui/button.tsx';
import { Link } from '#client/ui/link.tsx';
import { useDelayed } from '#client/ui/use-delayed.ts';
import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import { useAdDialogs } from './ad-dialogs.tsx';

/** One ad, to link to. */
export default function AnnouncementPage() {
  const { orderNumber = '' } = useParams();
  const { ad, others, isPending, hasFailed, isFetching, retry } = useAd(orderNumber);
  const isSlow = useDelayed(isPending);
  usePageTitle(ad ? adTitle(ad) : 'Annons');
  return (
    <div className="page ad-page">
      <Link className="ad-page-back" to="/marketplace">
        <ArrowLeft size={18} aria-hidden="true" />
        Alla annonser
      </Link>
      {isPending && isSlow && <p role="status">Laddar annonsen...</p>}
      {hasFailed && <AdFailed busy={isFetching} onRetry={retry} />}
      {!isPending && !hasFailed && (ad ? <Ad ad={ad} others={others} /> : <AdNotFound />)}
    </div>
  );
}

function Ad({ ad, others }: { ad: PublicAnnouncement; others: readonly PublicAnnouncement[] }) {
  useShowMemberParts();
  const viewerId = useLoggedIn()?.user.id;
  const threadPaths = useThreadPaths(viewerId);
  const shareButton = useRef<HTMLButtonElement>(null);
  const { adActions, dialogs } = useAdDialogs(() => shareButton.current?.focus());
  return (
    <>
      <AdCard ad={ad} isOwnPage viewerId={viewerId} threadPath={threadPaths.get(ad.id)} {...adActions} />
      <section className="ad-page-owner" aria-labelledby="om-agaren">
        <h2 className="type-card" id="om-agaren">
          {ad.user_name}
        </h2>
        <MemberFacts facts={ad.owner_facts} />
      </section>
      <Button
        ref={shareButton}
        icon={<Share2 size={18} aria-hidden="true" />}
        onClick={() => void share(adTitle(ad))}
      >
        Dela
      </Button>
      <OtherAds ads={others} />
      {dialogs}
    </>
  );
}
