import type { ReactNode } from 'react';
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
  // Banners that fail are done without: they are not worth waiting for, but go only when the list below is known too.
  const banners = trpc.public.banners.list.useQuery(undefined, { retry: false });
  const events = trpc.public.events.list.useQuery();
  const isPending = banners.isPending || (banners.isError && events.isPending);
  const isLate = useDelayed(isPending);
  return (
    <div className="page home" data-hidden={(isPending && !isLate) || undefined}>
      {isPending ? <div className="home-banners skeleton" /> : <Carousel banners={banners.data ?? []} />}
      {children}
    </div>
  );
}
