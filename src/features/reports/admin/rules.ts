import type { AdminReport } from './contract';

/** Those that wait for an answer first, then the others, each in the order that they came in: the newest first. */
export const openFirst = <Report extends Pick<AdminReport, 'status'>>(reports: readonly Report[]): Report[] =>
  [...reports].sort((a, b) => Number(a.status === 'handled') - Number(b.status === 'handled'));

export const countOpen = (reports: readonly Pick<AdminReport, 'status'>[]): number =>
  reports.filter(({ status }) => status === 'new').length;
