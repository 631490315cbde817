import { type ReactNode, useEffect, useState } from 'react';
import type { PublicBanner } from '../../src/features/banners/contract';
import { Carousel } from '../features/banners/carousel';
import { NO_ANSWERS } from '../features/events/calendar-answers';
import { CalendarView } from '../features/events/calendar-view';
import { firstPage } from '../platform/first-page';
import { late, useLate } from '../platform/late';
import { usePageTitle } from '../platform/title';
import { useDelayed } from '../ui/use-delayed';
import type { HomeAnswers } from './home-late';

/** What asks the server, and the whole list: the first events are read before it is here. */
export const homeLate = late(() => import('./home-late'));

const NOTHING: HomeAnswers = { calendar: NO_ANSWERS, banners: undefined, hasNoBanners: false };

/** The event list (section 2). */
export default function HomePage() {
  usePageTitle();
  const [answers, setAnswers] = useState(NOTHING);
  const { module, isLost, retry } = useLate(homeLate);
  const calendar = isLost
    ? { ...NO_ANSWERS, isPending: false, hasFailed: true, isAsking: false, retry }
    : answers.calendar;
  const banners = answers.banners ?? firstPage()?.home?.banners;
  return (
    <>
      {module && <module.HomeData onAnswers={setAnswers} />}
      <HomeFrame
        banners={banners}
        isWaiting={!banners && !answers.hasNoBanners && !isLost}
        isListWaiting={calendar.isPending}
      >
        <CalendarView
          title={<h1 className="type-title">Hitta din nästa utmaning</h1>}
          answers={calendar}
          List={module?.EventList}
        />
      </HomeFrame>
    </>
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
