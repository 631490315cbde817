import { type ReactNode, useEffect, useState } from 'react';
import type { PublicBanner } from '../../src/features/banners/contract';
import { Carousel } from '../features/banners/carousel';
import { useBanners } from '../features/banners/use-banners';
import { CalendarView } from '../features/events/calendar-view';
import { useCalendar } from '../features/events/use-calendar';
import { usePageTitle } from '../platform/navigation/title';
import { useDelayed } from '../ui/use-delayed';

/** The event list (section 2). */
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
  /** It is not known yet whether there are any. */
  isWaiting: boolean;
  isListWaiting: boolean;
  children: ReactNode;
};

/**
 * The banners over the calendar. Until it is known whether there are any, their place is kept; and nothing shows for
 * the first 150 ms, so that an answer that comes at once moves nothing.
 */
function HomeFrame({ banners, isWaiting, isListWaiting, children }: FrameProps) {
  const isLate = useDelayed(isWaiting);
  const [hasWaited, setHasWaited] = useState(false);
  useEffect(() => {
    if (isLate) setHasWaited(true);
  }, [isLate]);
  // Banners that fail are done without. When their place already shows, it goes together with the list's own wait.
  const isPending = isWaiting || (!banners && hasWaited && isListWaiting);
  return (
    <div className="page home" data-hidden={(isWaiting && !isLate) || undefined}>
      {isPending ? <div className="home-banners skeleton" /> : <Carousel banners={banners ?? []} />}
      {children}
    </div>
  );
}
