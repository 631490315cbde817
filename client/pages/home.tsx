import { type ReactNode, useEffect, useState } from 'react';
import type { PublicBanner } from '../../src/features/banners/contract';
import { Carousel } from '../features/banners/carousel';
import { useBanners } from '../features/banners/use-banners';
import { CalendarView } from '../features/events/calendar-view';
import { useCalendar } from '../features/events/use-calendar';
import { usePageTitle } from '../platform/navigation/title';
import { useDelayed } from '../ui/use-delayed';

export default function HomePage() {
  usePageTitle();
  const banners = useBanners();
  const calendar = useCalendar();
  return (
    <HomeFrame banners={banners.data} isWaiting={banners.isPending} isListWaiting={calendar.isPending}>
      <CalendarView title={<h1 className="type-title">Hitta din nästa utmaning</h1>} calendar={calendar} />
    </HomeFrame>
  );
}

type FrameProps = {
  banners: readonly PublicBanner[] | undefined;
  isWaiting: boolean;
  isListWaiting: boolean;
  children: ReactNode;
};

/** Reserves space for the banners. Hides the page for the first 150 ms: a fast response then causes no layout shift. */
function HomeFrame({ banners, isWaiting, isListWaiting, children }: FrameProps) {
  const isSlow = useDelayed(isWaiting);
  const [hasWaited, setHasWaited] = useState(false);
  useEffect(() => {
    if (isSlow) setHasWaited(true);
  }, [isSlow]);
  // Without banners, a visible placeholder stays until the list has loaded, so that the layout shifts only once.
  const isPending = isWaiting || (!banners && hasWaited && isListWaiting);
  return (
    <div className="page home" data-hidden={(isWaiting && !isSlow) || undefined}>
      {isPending ? <div className="carousel-placeholder skeleton" /> : <Carousel banners={banners ?? []} />}
      {children}
    </div>
  );
}
