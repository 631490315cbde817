import { ArrowLeft, Share2 } from 'lucide-react';
import { useRef } from 'react';
import { useParams } from 'react-router-dom';
import type { PublicAnnouncement } from '../../src/features/announcements/contract';
import { TYPE_LABELS } from '../../src/features/announcements/fields';
import { MemberFacts } from '../features/accounts/member-facts';
import { AdCard } from '../features/announcements/ad-card';
import { AdFailed, AdNotFound } from '../features/announcements/ad-states';
import { useAd } from '../features/announcements/use-ad';
import { useThreadPaths } from '../features/conversations/use-thread-paths';
import { share } from '../platform/feedback/share';
import { usePageTitle } from '../platform/navigation/title';
import { useLoggedIn, useShowMemberParts } from '../platform/session/login-state';
import { Button } from '../ui/button';
import { Link } from '../ui/link';
import { useDelayed } from '../ui/use-delayed';
import { useAdDialogs } from './ad-dialogs';

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
      <AdCard ad={ad} heading="h1" viewerId={viewerId} threadPath={threadPaths.get(ad.id)} {...adActions} />
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
