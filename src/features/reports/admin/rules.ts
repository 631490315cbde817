import type { AdminReport } from './contract';

/** Keeps the order among open and among handled reports. */
export const openFirst = <Report extends Pick<AdminReport, 'status'>>(reports: readonly Report[]): Report[] =>
  [...reports].sort((a, b) => Number(a.status === 'handled') - Number(b.status === 'handled'));

export const countOpen = (reports: readonly Pick<AdminReport, 'status'>[]): number =>
  reports.filter(({ status }) => status === 'new').length;
