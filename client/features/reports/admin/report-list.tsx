import { useMemo, useRef } from 'react';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useFailureToast } from '#client/platform/feedback/use-failure-toast.ts';
import { ListPlaceholder, ListStates } from '#client/ui/list-state.tsx';
import { Pager } from '#client/ui/pager.tsx';
import { listFormat, useListState } from '#client/ui/use-list-state.ts';
import { useLostFocus } from '#client/ui/use-lost-focus.ts';
import { sortOpenFirst } from '#src/features/reports/admin/rules.ts';
import { ReportItem, type ReportPaths } from './report-item.tsx';
import { useReports } from './use-reports.ts';
import { useToggleReportStatus } from './use-toggle-report-status.ts';

const PAGE_SIZE = 20;
const LIST_FORMAT = listFormat({}, PAGE_SIZE);

export function ReportList(paths: ReportPaths) {
  const { query } = useReports();
  useFailureToast(query.error, FAILED.fetchReports);
  const list = useListState(LIST_FORMAT);
  const toggleStatus = useToggleReportStatus();
  const reports = useMemo(() => sortOpenFirst(query.data ?? []), [query.data]);
  const { visibleRows, pager } = list.pageOf(reports);
  const focusFallback = useRef<HTMLElement>(null);
  const focusProps = useLostFocus(focusFallback, visibleRows);

  return (
    <section aria-label="Rapporter" ref={focusFallback} tabIndex={-1} {...focusProps}>
      <ListStates
        query={query}
        placeholder={<ListPlaceholder label="Laddar rapporter" />}
        failureTitle={FAILED.fetchReports}
        emptyState={{ title: 'Inga rapporter', text: 'Ingen medlem har rapporterat någon annan.' }}
        total={reports.length}
      >
        <ul className="data-list">
          {visibleRows.map((report) => (
            <li
              key={report.id}
              className="report-row"
              tabIndex={-1}
              data-waits={report.status === 'new' || undefined}
            >
              <ReportItem
                report={report}
                heading="h2"
                busy={toggleStatus.isBusy(report.id)}
                onToggleStatus={toggleStatus.start}
                {...paths}
              />
            </li>
          ))}
        </ul>
      </ListStates>
      <Pager {...pager} />
    </section>
  );
}
