import { useCallback, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ANNOUNCEMENT_TYPES } from '../../../src/features/announcements/contract';
import { ALL_ANNOUNCEMENTS, type AnnouncementFilter } from '../../../src/features/announcements/rules';

/** The filters that a URL asks for (D26); a type that is none shows both. */
export function readFilter(params: URLSearchParams): AnnouncementFilter {
  const type = params.get('type');
  return {
    event: params.get('event') ?? '',
    type: ANNOUNCEMENT_TYPES.find((known) => known === type) ?? ALL_ANNOUNCEMENTS.type,
  };
}

const filterIn = (search: string) => readFilter(new URLSearchParams(search));

/** The query of a filter; what is as by default is not written. */
export function writeFilter({ event, type }: AnnouncementFilter): string {
  const params = new URLSearchParams();
  if (event) params.set('event', event);
  if (type !== ALL_ANNOUNCEMENTS.type) params.set('type', type);
  return params.toString();
}

/**
 * The filters of the market, held in the URL: a choice is an entry of the history. The controls answer at once; the
 * router takes its time, and when its URL is another the filters follow it.
 */
export function useAdFilter(): [AnnouncementFilter, (part: Partial<AnnouncementFilter>) => void] {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [held, setHeld] = useState({ search, filter: filterIn(search) });
  if (held.search !== search) setHeld({ search, filter: filterIn(search) });

  const change = useCallback(
    (part: Partial<AnnouncementFilter>) => {
      const filter = { ...held.filter, ...part };
      setHeld({ search: held.search, filter });
      navigate({ pathname, search: writeFilter(filter) });
    },
    [held, navigate, pathname],
  );
  return [held.filter, change];
}
