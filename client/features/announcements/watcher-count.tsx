import { Bell } from 'lucide-react';
import { trpc } from '#client/platform/api/trpc.ts';
import type { AnnouncementType } from '#src/features/announcements/fields.ts';

type Props = { eventId: string | undefined; type: AnnouncementType };

/** How many watch a race for such an ad. Nothing if nobody does. */
export function WatcherCount({ eventId = '', type }: Props) {
  const { data } = trpc.marketplace.watches.count.useQuery(
    { event_id: eventId, announcement_type: type },
    { enabled: eventId !== '' },
  );
  return (
    <p className="watcher-count" role="status">
      {eventId !== '' && data !== undefined && data.watchers > 0 && (
        <>
          <Bell size={17} aria-hidden="true" />
          {data.watchers} följer det här loppet
        </>
      )}
    </p>
  );
}
