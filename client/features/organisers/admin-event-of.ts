import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import type { OrganiserEvent } from '#src/features/organisers/contract.ts';

/** For the form fields of the portal. Organisers do not edit the position. */
export const adminEventOf = (event: OrganiserEvent): AdminEvent => ({
  ...event,
  latitude: null,
  longitude: null,
  is_approximate: false,
  is_manual: false,
  announcement_count: 0,
});
