import { type Background, sweep } from '#src/platform/background/jobs.ts';
import { sweepStatementLinks } from './service.ts';

export const statementBackground: Background = {
  jobs: [sweep('links to statements', sweepStatementLinks)],
};
