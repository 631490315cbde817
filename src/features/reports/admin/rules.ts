import type { AdminReport } from './contract.ts';

/** Open reports come before handled ones. Otherwise the order stays. */
export const sortOpenFirst = <Report extends Pick<AdminReport, 'status'>>(
  reports: readonly Report[],
): Report[] => [...reports].sort((a, b) => Number(a.status === 'handled') - Number(b.status === 'handled'));

export const countOpen = (reports: readonly Pick<AdminReport, 'status'>[]): number =>
  reports.filter(({ status }) => status === 'new').length;
