import type { WorkKind } from '../../../src/features/work/contract';
import { WORK_KINDS, type Work } from '../../../src/features/work/contract';

/** The query of the view of the portal that has what waits. */
const WORK_QUERIES: Record<WorkKind, Record<string, string>> = {
  submissions: { tab: 'submissions' },
  proposals: { tab: 'submissions', from: 'organisers' },
  notices: { tab: 'marketplace-users', view: 'cases' },
  objections: { tab: 'marketplace-users', view: 'cases' },
  reports: { tab: 'marketplace-users', view: 'reports' },
  contact_messages: { tab: 'contact' },
  source_changes: { tab: 'sources' },
  duplicates: { tab: 'duplicates' },
  dead_links: { tab: 'links' },
};

export const workPath = (kind: WorkKind): string =>
  `/admin/dashboard?${new URLSearchParams(WORK_QUERIES[kind])}`;

/** Whether the view with this query has what waits of the kind. */
export function isViewOf(kind: WorkKind, query: URLSearchParams): boolean {
  const { tab, from = '', view = '' } = WORK_QUERIES[kind];
  return query.get('tab') === tab && (query.get('from') ?? '') === from && (query.get('view') ?? '') === view;
}

/** The next kind that waits, in another view if there is one. After the last one comes the first. */
export function nextKind(work: Work, query: URLSearchParams): WorkKind | undefined {
  const last = WORK_KINDS.findLastIndex((kind) => isViewOf(kind, query));
  const inTurn = [...WORK_KINDS.slice(last + 1), ...WORK_KINDS.slice(0, last + 1)];
  return inTurn.find((kind) => work[kind] > 0);
}

/** What waits in the tab, for its counter. */
export const countInTab = (work: Work, tab: string): number =>
  WORK_KINDS.filter((kind) => WORK_QUERIES[kind].tab === tab).reduce((sum, kind) => sum + work[kind], 0);
