import { useEffect, useState } from 'react';
import type { PublicAnnouncement } from '../../../src/features/announcements/contract';
import { cx } from '../../ui/class-names';
import { Skeleton } from '../../ui/skeleton';
import { useDelayed } from '../../ui/use-delayed';
import { type AdActs, AdCard } from './ad-card';

type Props = AdActs & { ads: readonly PublicAnnouncement[]; viewerId: string | undefined };

/** So few are painted wherever they are: nothing is as high as guessed until it is seen. */
const PAINTED = 80;

/** So many are rendered at once, and then so many at a time until all are there: the first are seen at once. */
const [FIRST, MORE] = [48, 100];

/**
 * The bibs, three beside each other where there is room. All of them come to stand on the page, so that the browser's own
 * search finds them. For other filters it is another list: give it a key of theirs.
 */
export function AdList({ ads, ...rest }: Props) {
  const [upTo, setUpTo] = useState(FIRST);
  useEffect(() => {
    if (upTo >= ads.length) return;
    const timer = setTimeout(() => setUpTo(upTo + MORE));
    return () => clearTimeout(timer);
  }, [upTo, ads.length]);
  return (
    <div className={cx('ad-list', ads.length > PAINTED && 'ad-list-long')}>
      {ads.slice(0, upTo).map((ad) => (
        <AdCard key={ad.id} ad={ad} {...rest} />
      ))}
    </div>
  );
}

const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Six bibs that are on their way, after 150 ms; in words at once. */
export function WaitingAds() {
  const visible = useDelayed(true);
  return (
    <>
      <p className="ad-list-wait" role="status">
        Laddar marknadsplatsen...
      </p>
      <div className="ad-list">{visible && SKELETONS.map((key) => <AdSkeleton key={key} />)}</div>
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
