import { useEffect, useRef } from 'react';
import type { Overview } from '../../../src/features/admins/contract';
import { trpc } from '../../platform/api/trpc';
import { TABS, type TabKey, tabPath } from '../../platform/navigation/portal-tabs';
import { Counter } from '../../ui/badge';
import { Link } from '../../ui/link';

type TabCounter = { count: number; loud?: boolean; what: string };

/** `loud` marks open tasks; `what` is the unit for screen readers. */
const COUNTERS: Partial<Record<TabKey, (counts: Overview) => TabCounter>> = {
  events: ({ events }) => ({ count: events, what: 'st' }),
  submissions: ({ pending_submissions: count }) => ({ count, loud: count > 0, what: 'väntande' }),
  marketplace: ({ announcements }) => ({ count: announcements, what: 'st' }),
  'marketplace-users': ({ open_reports, users }) =>
    open_reports > 0
      ? { count: open_reports, loud: true, what: open_reports === 1 ? 'öppen rapport' : 'öppna rapporter' }
      : { count: users, what: 'st' },
  banners: ({ banners }) => ({ count: banners, what: 'st' }),
  contact: ({ unread_messages: count }) => ({
    count,
    loud: count > 0,
    what: count === 1 ? 'oläst' : 'olästa',
  }),
};

const MINUTE = 60_000;

export function TabLinks({ tab }: { tab: TabKey }) {
  const { data: counts } = trpc.admin.admins.overview.useQuery(undefined, {
    staleTime: 0,
    refetchInterval: MINUTE,
  });
  const row = useRef<HTMLElement>(null);
  const hasCounts = !!counts;
  // biome-ignore lint/correctness/useExhaustiveDependencies: counters make the tabs wider
  useEffect(() => {
    const show = () => {
      const current = row.current?.querySelector<HTMLElement>(`[data-tab="${tab}"]`);
      if (!row.current || !current) return;
      const middle = current.offsetLeft + current.offsetWidth / 2;
      row.current.scrollTo({ left: middle - row.current.clientWidth / 2 });
    };
    show();
    window.addEventListener('resize', show);
    return () => window.removeEventListener('resize', show);
  }, [tab, hasCounts]);

  return (
    <nav className="portal-tabs" aria-label="Flikar" ref={row}>
      {TABS.map(({ key, label }) => {
        const counter = counts && COUNTERS[key]?.(counts);
        return (
          <Link
            key={key}
            className="portal-tab"
            data-tab={key}
            to={tabPath(key)}
            aria-current={key === tab ? 'page' : undefined}
          >
            {label}
            {counter && (
              <>
                <Counter count={counter.count} loud={counter.loud ?? false} />
                <span className="visually-hidden">{counter.what}</span>
              </>
            )}
          </Link>
        );
      })}
    </nav>
  );
}
