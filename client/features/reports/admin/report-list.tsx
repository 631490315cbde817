import { useMemo, useRef } from 'react';
import { sortOpenFirst } from '../../../../src/features/reports/admin/rules';
import { FAILED } from '../../../platform/feedback/failure-messages';
import { useFailureToast } from '../../../platform/feedback/use-failure-toast';
import { ListPlaceholder, ListStates } from '../../../ui/list-state';
import { Pager } from '../../../ui/pager';
import { listFormat, useListState } from '../../../ui/use-list-state';
import { useLostFocus } from '../../../ui/use-lost-focus';
import { ReportItem, type ReportPaths } from './report-item';
import { useReports } from './use-reports';
import { useToggleReportStatus } from './use-toggle-report-status';

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
