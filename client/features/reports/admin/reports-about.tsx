import { ReportItem, type ReportPaths, type ShownReport } from './report-item.tsx';
import { useToggleReportStatus } from './use-toggle-report-status.ts';

type Props = ReportPaths & { reports: readonly ShownReport[] };

export function ReportsAbout({ reports, ...paths }: Props) {
  const toggleStatus = useToggleReportStatus();
  if (reports.length === 0) return <p className="admin-empty">Inga rapporter om användaren.</p>;
  return (
    <ul className="report-about">
      {reports.map((report) => (
        <li key={report.id}>
          <ReportItem
            report={report}
            heading="h4"
            busy={toggleStatus.isBusy(report.id)}
            onToggleStatus={toggleStatus.start}
            {...paths}
          />
        </li>
      ))}
    </ul>
  );
}
