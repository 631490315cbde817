import { Skeleton } from '#client/ui/skeleton.tsx';

export function EventCardSkeleton() {
  return (
    <div className="event-card" aria-hidden="true">
      <div className="date-badge event-card-skeleton-badge" />
      <div className="event-card-main">
        <div className="event-card-name">
          <Skeleton width="60%" height={20} />
        </div>
        <div className="event-card-meta">
          <Skeleton width="80%" height={26} />
        </div>
      </div>
      <div className="event-card-figures">
        <div className="event-card-counts">
          <Skeleton width={90} height={26} />
        </div>
      </div>
      <div className="event-card-links">
        <div className="event-card-link event-card-skeleton-link" />
      </div>
    </div>
  );
}
