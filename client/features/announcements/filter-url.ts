import { ANNOUNCEMENT_TYPES } from '../../../src/features/announcements/contract';
import { ALL_ANNOUNCEMENTS, type AnnouncementFilter } from '../../../src/features/announcements/rules';

export function readFilter(params: URLSearchParams): AnnouncementFilter {
  const type = params.get('type');
  return {
    event: params.get('event') ?? '',
    type: ANNOUNCEMENT_TYPES.find((candidate) => candidate === type) ?? ALL_ANNOUNCEMENTS.type,
  };
}

export function writeFilter({ event, type }: AnnouncementFilter): string {
  const params = new URLSearchParams();
  if (event) params.set('event', event);
  if (type !== ALL_ANNOUNCEMENTS.type) params.set('type', type);
  return params.toString();
}
