import { sql } from 'drizzle-orm';
import { announcements, conversations, events } from '../../../../db/schema';

type Stated = 'announcement_type' | 'distance' | 'price' | 'order_number';

/** Of the ad, or as it stood when its owner left (D36). */
const ofAd = <Name extends Stated>(name: Name) =>
  sql<(typeof announcements.$inferSelect)[Name]>`coalesce(${announcements[name]}, ${conversations[name]})`;

/** Of its event as it is now, as it last stood (D12), or as it stood when the ad's owner left. */
const ofEvent = (name: 'event_name' | 'event_date') =>
  sql<string>`coalesce(${events[name]}, ${announcements[name]}, ${conversations[name]})`;

/**
 * What a conversation says of its ad, wherever it is read: for a query of conversations that joins announcements and
 * events, each from the left.
 */
export const adColumns = {
  event_name: ofEvent('event_name'),
  event_date: ofEvent('event_date'),
  announcement_type: ofAd('announcement_type'),
  distance: ofAd('distance'),
  price: ofAd('price'),
  // An ad that is there may have none.
  name_change_fee: sql<number | null>`case when ${announcements.id} is null
    then ${conversations.name_change_fee} else ${announcements.name_change_fee} end`,
  order_number: ofAd('order_number'),
};

/** Opens the conversation, with the other party's: that of an ad that is gone is the conversation's own. */
export const adId = sql<string>`coalesce(${announcements.id}, ${conversations.id})`;
