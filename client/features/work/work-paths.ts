import { type TabKey, tabPath } from '#client/platform/navigation/portal-tabs.ts';
import { WORK_KINDS, type Work, type WorkKind } from '#src/features/work/contract.ts';

type View = { tab: TabKey; filters?: { from?: string; view?: string } };

/** The view of the portal with the pending tasks of each kind. */
const VIEWS: Record<WorkKind, View> = {
  submissions: { tab: 'submissions' },
  proposals: { tab: 'submissions', filters: { from: 'organisers' } },
  notices: { tab: 'marketplace-users', filters: { view: 'cases' } },
  objections: { tab: 'marketplace-users', filters: { view: 'cases' } },
  reports: { tab: 'marketplace-users', filters: { view: 'reports' } },
  contact_messages: { tab: 'contact' },
  source_changes: { tab: 'sources' },
  duplicates: { tab: 'duplicates' },
  dead_links: { tab: 'links' },
};

export const workPath = (kind: WorkKind): string => tabPath(VIEWS[kind].tab, VIEWS[kind].filters);

/** Whether the view with this query has the tasks of the kind. */
function isViewOf(kind: WorkKind, query: URLSearchParams): boolean {
  const { tab, filters } = VIEWS[kind];
  const isFilter = (name: 'from' | 'view') => (query.get(name) ?? '') === (filters?.[name] ?? '');
  return query.get('tab') === tab && isFilter('from') && isFilter('view');
}

/** The next kind that waits, in another view if there is one. After the last one comes the first. */
export function nextKind(work: Work, query: URLSearchParams): WorkKind | undefined {
  const last = WORK_KINDS.findLastIndex((kind) => isViewOf(kind, query));
  const inTurn = [...WORK_KINDS.slice(last + 1), ...WORK_KINDS.slice(0, last + 1)];
  return inTurn.find((kind) => work[kind] > 0);
}

/** The pending tasks in the tab, for its counter. */
export const countInTab = (work: Work, tab: TabKey): number =>
  WORK_KINDS.filter((kind) => VIEWS[kind].tab === tab).reduce((sum, kind) => sum + work[kind], 0);
