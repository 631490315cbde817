import type { MemberContext } from '../../platform/context';
import type { ReportInput, StoredReport } from './contract';

export const report = async (_ctx: MemberContext, _input: ReportInput): Promise<StoredReport> => {
  throw new Error('Not built yet.');
};
