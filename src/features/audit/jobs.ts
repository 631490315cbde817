import { type Background, sweep } from '#src/platform/background/jobs.ts';
import { sweepAuditLog } from './service.ts';

export const auditBackground: Background = {
  jobs: [sweep('the audit log', sweepAuditLog)],
};
