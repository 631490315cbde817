import { ArrowLeft, Share2 } from 'lucide-react';
import { useRef } from 'react';
import { useParams } from 'react-router-dom';
import { MemberFacts } from '#client/features/accounts/member-facts.tsx';
import { AdCard } from '#client/features/announcements/ad-card.tsx';
import { AdFailed, AdNotFound } from '#client/features/announcements/ad-states.tsx';
import { useAd } from '#client/features/announcements/use-ad.ts';
import { useThreadPaths } from '#client/features/conversations/use-thread-paths.ts';
import { share } from '#client/platform/feedback/share.ts';
import { usePageTitle } from '#client/platform/navigation/title.ts';
import { useLoggedIn, useShowMemberParts } from '#client/platform/session/login-state.ts';
import { Button } from '#client/ui/button.tsx';
import { Link } from '#client/ui/link.tsx';
import { useDelayed } from '#client/ui/use-delayed.ts';
import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import { TYPE_LABELS } from '#src/features/announcements/fields.ts';
import { useAdDialogs } from './ad-dialogs.tsx';

/** One ad, to link to. */
export default function AnnouncementPage() {
  const { orderNumber = '' } = useParams();
  const { ad, isPending, hasFailed, isFetching, retry } = useAd(orderNumber);
  const isSlow = useDelayed(isPending);
  usePageTitle(ad ? titleOf(ad) : 'Annons');
  return (
    <div className="page ad-page">
      <Link className="ad-page-back" to="/marketplace">
        <ArrowLeft size={18} aria-hidden="true" />
        Alla annonser
      </Link>
      {isPending && isSlow && <p role="status">Laddar annonsen...</p>}
      {hasFailed && <AdFailed busy={isFetching} onRetry={retry} />}
      {!isPending && !hasFailed && (ad ? <Ad ad={ad} /> : <AdNotFound />)}
    </div>
  );
}

const titleOf = ({ announcement_type, event_name, distance }: PublicAnnouncement) =>
  `${TYPE_LABELS[announcement_type]}: ${event_name}, ${distance}`;

function Ad({ ad }: { ad: PublicAnnouncement }) {
  useShowMemberParts();
  const viewerId = useLoggedIn()?.user.id;
  const threadPaths = useThreadPaths(viewerId);
  const shareButton = useRef<HTMLButtonElement>(null);
  const { adActions, dialogs } = useAdDialogs(() => shareButton.current?.focus());
  return (
    <>
      <AdCard ad={ad} isOwnPage viewerId={viewerId} threadPath={threadPaths.get(ad.id)} {...adActions} />
      <MemberFacts facts={ad.owner_facts} />
      <Button
        ref={shareButton}
        icon={<Share2 size={18} aria-hidden="true" />}
        onClick={() => void share(titleOf(ad))}
      >
        Dela
      </Button>
      {dialogs}
    </>
  );
}
