import { useEffect, useState } from 'react';
import { cx } from '#client/ui/class-names.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { useDelayed } from '#client/ui/use-delayed.ts';
import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import { type AdCallbacks, AdCard } from './ad-card.tsx';

type Props = AdCallbacks & {
  ads: readonly PublicAnnouncement[];
  viewerId: string | undefined;
  /** The viewer's conversations, by the id of the ad. */
  threadPaths: ReadonlyMap<string, string>;
};

/** Longer lists use `content-visibility`, which makes the heights of cards outside the window estimates. */
const ALWAYS_PAINTED_MAX = 80;

const [FIRST_BATCH_SIZE, BATCH_SIZE] = [48, 100];

/** All cards end up in the DOM, so the browser's own search finds them. Give each filter its own `key`. */
export function AdList({ ads, threadPaths, ...cardProps }: Props) {
  const [renderedCount, setRenderedCount] = useState(FIRST_BATCH_SIZE);
  useEffect(() => {
    if (renderedCount >= ads.length) return;
    const timer = setTimeout(() => setRenderedCount(renderedCount + BATCH_SIZE));
    return () => clearTimeout(timer);
  }, [renderedCount, ads.length]);
  return (
    <div className={cx('ad-list', ads.length > ALWAYS_PAINTED_MAX && 'ad-list-long')}>
      {ads.slice(0, renderedCount).map((ad) => (
        <AdCard key={ad.id} ad={ad} threadPath={threadPaths.get(ad.id)} {...cardProps} />
      ))}
    </div>
  );
}

const SKELETON_KEYS = ['a', 'b', 'c', 'd', 'e', 'f'];

export function LoadingAds() {
  const isSlow = useDelayed(true);
  return (
    <>
      <p className="ad-list-loading" role="status">
        Laddar marknadsplatsen...
      </p>
      <div className="ad-list">{isSlow && SKELETON_KEYS.map((key) => <AdSkeleton key={key} />)}</div>
    </>
  );
}

function AdSkeleton() {
  return (
    <div className="ad-card" aria-hidden="true">
      <div className="ad-card-head">
        <Skeleton width={80} height={25} />
        <Skeleton width={64} height={24} />
      </div>
      <div className="ad-card-name">
        <Skeleton width="70%" height={25} />
      </div>
      <div className="ad-card-race">
        <Skeleton width="50%" height={26} />
      </div>
      <div className="ad-description">
        <Skeleton width="100%" height={66} />
      </div>
      <div className="ad-card-money">
        <Skeleton width={130} height={38} />
      </div>
      <div className="ad-card-foot">
        <div className="ad-card-person">
          <Skeleton width={110} height={20} />
        </div>
        <Skeleton width={118} height={44} />
      </div>
    </div>
  );
}
