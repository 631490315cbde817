import { useMemo, useRef } from 'react';
import { openFirst } from '../../../../src/features/reports/admin/rules';
import { FAILED } from '../../../platform/feedback/sentences';
import { useFailureToast } from '../../../platform/feedback/use-failure-toast';
import { ListStates, WaitingList } from '../../../ui/list-state';
import { Pager } from '../../../ui/pager';
import { listFormat, useListState } from '../../../ui/use-list-state';
import { useLostFocus } from '../../../ui/use-lost-focus';
import { ReportItem, type ReportPaths } from './report-item';
import { useReportStatus } from './use-report-status';
import { useReports } from './use-reports';

const LIST = listFormat({}, 20);

/** What members reported of each other: what waits for an answer first, then the newest first (D36). */
export function ReportList(paths: ReportPaths) {
  const { query } = useReports();
  useFailureToast(query.error, FAILED.fetchReports);
  const list = useListState(LIST);
  const answer = useReportStatus();
  const reports = useMemo(() => openFirst(query.data ?? []), [query.data]);
  const { shown, pager } = list.pageOf(reports);
  const refuge = useRef<HTMLElement>(null);
  const focusKept = useLostFocus(refuge, shown);

  return (
    <section aria-label="Rapporter" ref={refuge} tabIndex={-1} {...focusKept}>
      <ListStates
        query={query}
        waiting={<WaitingList label="Laddar rapporter" />}
        failed={FAILED.fetchReports}
        none={{ title: 'Inga rapporter', text: 'Ingen medlem har rapporterat någon annan.' }}
        total={reports.length}
      >
        <ul className="data-list">
          {shown.map((report) => (
            <li key={report.id} className="report-row">
              <ReportItem
                report={report}
                heading="h2"
                busy={answer.isBusy(report.id)}
                onAnswer={answer.start}
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
