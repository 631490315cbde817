import { ReportItem, type ReportPaths, type ShownReport } from './report-item';
import { useReportStatus } from './use-report-status';

type Props = ReportPaths & { reports: readonly ShownReport[] };

/** What was reported of one member, in their own dialog. */
export function ReportsAbout({ reports, ...paths }: Props) {
  const answer = useReportStatus();
  if (reports.length === 0) return <p className="admin-none">Inga rapporter om användaren.</p>;
  return (
    <ul className="report-about">
      {reports.map((report) => (
        <li key={report.id}>
          <ReportItem
            report={report}
            heading="h4"
            busy={answer.isBusy(report.id)}
            onAnswer={answer.start}
            {...paths}
          />
        </li>
      ))}
    </ul>
  );
}
