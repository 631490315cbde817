import type { Examples, Texts } from '#src/platform/openapi/texts.ts';
import { REPORT_ID } from '#src/shared/example-values.ts';

export const texts: Texts = {
  AdminReport: ['A report about a member.'],
  AdminReportDetail: ['A report with the messages of the two members.'],
  StoredReport: ['The stored report.'],
};

/** Examples where those of the fields do not fit. */
export const examples: Examples = {
  'AdminReport.id': REPORT_ID,
  'StoredReport.id': REPORT_ID,
  'ReportStatusInput.id': REPORT_ID,
  'ReportId.id': REPORT_ID,
  'AdminReportDetail.id': REPORT_ID,
  'AdminReportDetail.status': 'new',
  'AdminReportDetail.description': 'Svarar inte efter betalning.',
  'AdminReport.status': 'new',
  'StoredReport.status': 'new',
  'reports_made.status': 'new',
  'reports_about_me.status': 'new',
  'ReportStatusInput.status': 'handled',
  'AdminReport.description': 'Svarar inte efter betalning.',
  'StoredReport.description': 'Svarar inte efter betalning.',
  'ReportInput.description': 'Svarar inte efter betalning.',
  'reports_made.description': 'Svarar inte efter betalning.',
  'admin.reports.setStatus.status': 'handled',
};
