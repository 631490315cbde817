import { type ReactNode, useEffect, useState } from 'react';
import type { PublicBanner } from '../../src/features/banners/contract';
import { nameOfSelection } from '../../src/features/events/filter/active';
import { Carousel } from '../features/banners/carousel';
import { useBanners } from '../features/banners/use-banners';
import { CalendarView } from '../features/events/calendar-view';
import { useUrlFilter } from '../features/events/filter/use-filter';
import { useCalendar } from '../features/events/use-calendar';
import { usePageTitle } from '../platform/navigation/title';
import { useToday } from '../platform/page/clock';
import { useDelayed } from '../ui/use-delayed';

export default function HomePage() {
  usePageTitle(nameOfSelection(useUrlFilter(), useToday()));
  const banners = useBanners();
  const calendar = useCalendar();
  return (
    <HomeFrame
      banners={banners.data}
      areBannersPending={banners.isPending}
      isListPending={calendar.isPending}
    >
      <CalendarView title={<h1 className="type-title">Hitta din nästa utmaning</h1>} calendar={calendar} />
    </HomeFrame>
  );
}

type FrameProps = {
  banners: readonly PublicBanner[] | undefined;
  areBannersPending: boolean;
  isListPending: boolean;
  children: ReactNode;
};

/** Reserves space for the banners. Hides the page for the first 150 ms: a fast response then causes no layout shift. */
function HomeFrame({ banners, areBannersPending, isListPending, children }: FrameProps) {
  const isSlow = useDelayed(areBannersPending);
  const [hasWaited, setHasWaited] = useState(false);
  useEffect(() => {
    if (isSlow) setHasWaited(true);
  }, [isSlow]);
  // Without banners, a visible placeholder stays until the list has loaded, so that the layout shifts only once.
  const showsPlaceholder = areBannersPending || (!banners && hasWaited && isListPending);
  return (
    <div className="page home" data-hidden={(areBannersPending && !isSlow) || undefined}>
      {showsPlaceholder ? (
        <div className="carousel-placeholder skeleton" />
      ) : (
        <Carousel banners={banners ?? []} />
      )}
      {children}
    </div>
  );
}
