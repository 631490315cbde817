import type { ErrorRows } from '#src/shared/error-rows.ts';

export const REPORT_ERRORS = {
  'report.reason': [400, 'Välj en anledning för rapportering', 'The reason is missing or unknown.'],
  'report.description': [400, 'Beskriv vad som hänt', 'The description is missing.'],
  'report.self': [400, 'Du kan inte rapportera dig själv.', 'Members cannot report themselves.'],
  'report.not_found': [404, 'Rapporten finns inte.', 'The report does not exist.'],
} as const satisfies ErrorRows;
