import { useEffect, useRef } from 'react';
import { useWork } from '#client/features/work/use-work.ts';
import { countInTab } from '#client/features/work/work-paths.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import {
  EVENT_TABS,
  isEventTab,
  TABS,
  type TabKey,
  tabPath,
} from '#client/platform/navigation/portal-tabs.ts';
import { Counter } from '#client/ui/badge.tsx';
import { Link } from '#client/ui/link.tsx';
import type { Overview } from '#src/features/admins/contract.ts';
import type { Work } from '#src/features/work/contract.ts';
import { waitingKinds } from '#src/features/work/rules.ts';

type TabCounter = { count: number; loud?: boolean; unit: string };

/** `loud` marks open tasks; `unit` is what they count, for screen readers. */
const COUNTERS: Partial<Record<TabKey, (counts: Overview) => TabCounter>> = {
  events: ({ events }) => ({ count: events, unit: 'st' }),
  submissions: ({ pending_submissions: count }) => ({ count, loud: count > 0, unit: 'väntande' }),
  marketplace: ({ announcements }) => ({ count: announcements, unit: 'st' }),
  'marketplace-users': ({ open_reports, open_cases, users }) => {
    const count = open_reports + open_cases;
    if (count === 0) return { count: users, unit: 'st' };
    return {
      count,
      loud: true,
      unit: count === 1 ? 'öppen rapport eller ärende' : 'öppna rapporter och ärenden',
    };
  },
  banners: ({ banners }) => ({ count: banners, unit: 'st' }),
  contact: ({ unread_messages: count }) => ({
    count,
    loud: count > 0,
    unit: count === 1 ? 'oläst' : 'olästa',
  }),
};

/** For tabs that only count pending tasks. */
function workCounter(work: Work, tab: TabKey): TabCounter | undefined {
  const count =
    tab === 'work' ? waitingKinds(work).reduce((sum, kind) => sum + work[kind], 0) : countInTab(work, tab);
  return count > 0 ? { count, loud: true, unit: 'väntar' } : undefined;
}

const MINUTE_MS = 60_000;

export function TabLinks({ tab }: { tab: TabKey }) {
  const { data: counts } = trpc.admin.admins.overview.useQuery(undefined, {
    staleTime: 0,
    refetchInterval: MINUTE_MS,
  });
  const { data: work } = useWork();
  const tabBar = useRef<HTMLElement>(null);
  const eventTabBar = useRef<HTMLElement>(null);
  const hasCounts = !!counts && !!work;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is current, and counters make the tabs wider
  useEffect(() => {
    const scrollToTabs = () => {
      for (const { current: bar } of [tabBar, eventTabBar]) if (bar) scrollToCurrent(bar);
    };
    scrollToTabs();
    window.addEventListener('resize', scrollToTabs);
    return () => window.removeEventListener('resize', scrollToTabs);
  }, [tab, hasCounts]);

  const counterOf = (key: TabKey) =>
    COUNTERS[key] ? counts && COUNTERS[key](counts) : work && workCounter(work, key);
  const linkTo = ({ key, label }: { key: TabKey; label: string }, isCurrent: boolean) => (
    <TabLink key={key} tab={key} label={label} isCurrent={isCurrent} counter={counterOf(key)} />
  );
  return (
    <>
      <nav className="portal-tabs" aria-label="Flikar" ref={tabBar}>
        {TABS.map((one) => linkTo(one, one.key === tab || (one.key === 'events' && isEventTab(tab))))}
      </nav>
      {isEventTab(tab) && (
        <nav className="portal-tabs portal-subtabs" aria-label="Om evenemang" ref={eventTabBar}>
          <TabLink tab="events" label="Alla evenemang" isCurrent={tab === 'events'} />
          {EVENT_TABS.map((one) => linkTo(one, one.key === tab))}
        </nav>
      )}
    </>
  );
}

function scrollToCurrent(bar: HTMLElement): void {
  const current = bar.querySelector<HTMLElement>('[aria-current]');
  if (!current) return;
  const middle = current.offsetLeft + current.offsetWidth / 2;
  bar.scrollTo({ left: middle - bar.clientWidth / 2 });
}

type TabLinkProps = { tab: TabKey; label: string; isCurrent: boolean; counter?: TabCounter | undefined };

function TabLink({ tab, label, isCurrent, counter }: TabLinkProps) {
  return (
    <Link
      className="portal-tab"
      data-tab={tab}
      to={tabPath(tab)}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {label}
      {counter && (
        <>
          <Counter count={counter.count} loud={counter.loud ?? false} />
          <span className="visually-hidden">{counter.unit}</span>
        </>
      )}
    </Link>
  );
}
