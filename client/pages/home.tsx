import { type ReactNode, useEffect, useState } from 'react';
import { Carousel } from '../features/banners/carousel';
import { CalendarView } from '../features/events/calendar-view';
import { usePageTitle } from '../platform/title';
import { trpc } from '../platform/trpc';
import { useDelayed } from '../ui/use-delayed';

/** The event list (section 2). */
export default function HomePage() {
  usePageTitle();
  return (
    <HomeFrame>
      <CalendarView title={<h1 className="type-title">Hitta din nästa utmaning</h1>} />
    </HomeFrame>
  );
}

/**
 * The banners over the calendar. Until it is known whether there are any, their place is kept; and nothing shows for
 * the first 150 ms, so that an answer that comes at once moves nothing.
 */
function HomeFrame({ children }: { children: ReactNode }) {
  // Banners that fail are done without. When their place already shows, it goes together with the list's own wait.
  const banners = trpc.public.banners.list.useQuery(undefined, { retry: false });
  const events = trpc.public.events.list.useQuery();
  const isLate = useDelayed(banners.isPending);
  const [hasWaited, setHasWaited] = useState(false);
  useEffect(() => {
    if (isLate) setHasWaited(true);
  }, [isLate]);
  const isPending = banners.isPending || (banners.isError && hasWaited && events.isPending);
  return (
    <div className="page home" data-hidden={(banners.isPending && !isLate) || undefined}>
      {isPending ? <div className="home-banners skeleton" /> : <Carousel banners={banners.data ?? []} />}
      {children}
    </div>
  );
}
