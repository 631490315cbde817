import { BannerCarousel } from '../features/banners/banner-carousel';
import { CalendarView } from '../features/events/calendar-view';
import { usePageTitle } from '../platform/title';

/** The event list (section 2). */
export default function HomePage() {
  usePageTitle();
  return (
    <div className="page">
      <BannerCarousel />
      <CalendarView title={<h1 className="type-title">Hitta din nästa utmaning</h1>} />
    </div>
  );
}
