import { type ReactNode, useEffect, useState } from 'react';
import { Carousel } from '#client/features/banners/carousel.tsx';
import { useBanners } from '#client/features/banners/use-banners.ts';
import { useUrlFilter } from '#client/features/events/filter/use-filter.ts';
import { CalendarView } from '#client/features/events/list/calendar-view.tsx';
import { rememberCalendar } from '#client/features/events/list/last-calendar.ts';
import { useCalendar } from '#client/features/events/list/use-calendar.ts';
import { usePageTitle } from '#client/platform/navigation/title.ts';
import { useToday } from '#client/platform/page/clock.ts';
import { useDelayed } from '#client/ui/use-delayed.ts';
import type { PublicBanner } from '#src/features/banners/contract.ts';
import { nameOfSelection } from '#src/features/events/filter/active.ts';

export default function HomePage() {
  usePageTitle(nameOfSelection(useUrlFilter(), useToday()));
  const banners = useBanners();
  const calendar = useCalendar();
  useEffect(rememberCalendar);
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
      <a className="skip-link" href="#lopp">
        Till loppen
      </a>
      {showsPlaceholder ? (
        <div className="carousel-placeholder skeleton" />
      ) : (
        <Carousel banners={banners ?? []} />
      )}
      {children}
    </div>
  );
}
