import type { LoginRouteState } from '#client/platform/session/return-to.ts';
import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';

/** After the login, the market opens the dialog to contact this owner. */
export const contactReturn = ({
  id,
  user_name,
  event_name,
}: Pick<PublicAnnouncement, 'id' | 'user_name' | 'event_name'>): LoginRouteState => ({
  returnTo: { what: `att kontakta ${user_name} om ${event_name}`, ad: id },
});
