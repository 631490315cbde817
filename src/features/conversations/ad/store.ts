import { sql } from 'drizzle-orm';
import { announcements, conversations, events } from '#db/schema/index.ts';
import { isAdActive, isAdExpired } from '#src/features/events/service.ts';

type AdField = 'announcement_type' | 'distance' | 'price' | 'order_number';

/** Falls back to the last value if the ad's owner deleted their account. */
const adColumn = <Name extends AdField>(name: Name) =>
  sql<(typeof announcements.$inferSelect)[Name]>`coalesce(${announcements[name]}, ${conversations[name]})`;

/** The event's current value, its last one if it was deleted, or the one from when the ad's owner left. */
const eventColumn = (name: 'event_name' | 'event_date') =>
  sql<string>`coalesce(${events[name]}, ${announcements[name]}, ${conversations[name]})`;

/** For queries of conversations that left-join announcements and events. */
export const adColumns = {
  event_name: eventColumn('event_name'),
  event_date: eventColumn('event_date'),
  announcement_type: adColumn('announcement_type'),
  distance: adColumn('distance'),
  price: adColumn('price'),
  // Without coalesce, because null is a valid value for an existing ad.
  name_change_fee: sql<number | null>`case when ${announcements.id} is null
    then ${conversations.name_change_fee} else ${announcements.name_change_fee} end`,
  order_number: adColumn('order_number'),
};

/** False for an ad that is gone. For queries that left-join announcements and events. */
export const adState = (today: string) => ({
  is_active: sql<boolean>`coalesce(${isAdActive(today)}, false)`,
  is_expired: isAdExpired(today),
  is_completed: sql<boolean>`coalesce(${announcements.is_completed}, false)`,
});

/** If the ad is gone, the API returns the conversation's own id instead. */
export const adId = sql<string>`coalesce(${announcements.id}, ${conversations.id})`;
