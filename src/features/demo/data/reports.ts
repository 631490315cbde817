import type { ReportReason } from '#src/features/reports/contract.ts';

/** Who has blocked whom, and when. */
export const DEMO_BLOCKS: [blocker: string, blocked: string, daysAgo: number][] = [['Farid', 'Gun', 13]];

type DemoReport = {
  reporter: string;
  reported: string;
  reason: ReportReason;
  description: string;
  /** The event of the reported member's ad. */
  event?: string;
  isHandled?: boolean;
  daysAgo: number;
};

export const DEMO_REPORTS: DemoReport[] = [
  {
    reporter: 'Farid',
    reported: 'Gun',
    reason: 'fraud',
    description: 'Exempelrapport. Kräver betalning i förskott och vill inte visa bekräftelsen.',
    event: 'Stockholm Marathon',
    isHandled: true,
    daysAgo: 14,
  },
  {
    reporter: 'Emma',
    reported: 'David',
    reason: 'fake_listing',
    description: 'Exempelrapport. Samma startplats såldes på ett annat ställe i går.',
    event: 'Vansbrosimningen',
    daysAgo: 2,
  },
  {
    reporter: 'Björn',
    reported: 'Farid',
    reason: 'spam',
    description: 'Exempelrapport. Skickar samma fråga till alla som säljer.',
    daysAgo: 1,
  },
];
