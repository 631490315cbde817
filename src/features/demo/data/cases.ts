import type { ReportReason } from '#src/features/reports/contract.ts';
import { groundOfRule } from '#src/features/statements/rules.ts';

// What an admin decides: notices about ads, an objection, and a report whose ad and member are gone.

type DemoNotice = {
  sender: string;
  /** The event and the owner of the ad. */
  event: string;
  owner: string;
  explanation: string;
  daysAgo: number;
  /** Decided a day later; the ad stays. */
  kept?: { ground: string; facts: string };
};

export const DEMO_NOTICES: DemoNotice[] = [
  {
    sender: 'Karin',
    event: 'Lidingöloppet',
    owner: 'Emma',
    explanation: 'Exempelanmälan. Är inte namnbytet stängt för i år?',
    daysAgo: 6,
    kept: { ground: groundOfRule(0), facts: 'Namnbytet är öppet enligt arrangören.' },
  },
  {
    sender: 'Johan',
    event: 'Midnattsloppet Stockholm',
    owner: 'David',
    explanation: 'Exempelanmälan. Samma plats säljs med ett annat namn i en grupp på nätet.',
    daysAgo: 1,
  },
];

export const DEMO_SUSPENSION = {
  member: 'Gun',
  ground: groundOfRule(2),
  facts: 'Exempel. Krävde betalning i förskott av två köpare.',
  objection: 'Exempelinvändning. Jag har betalat tillbaka till båda.',
  daysAgo: 11,
  objectedDaysAgo: 2,
};

export const DEMO_EVIDENCE: {
  reporter: string;
  reported: string;
  reason: ReportReason;
  description: string;
  event: string;
  distance: string;
  price: number;
  messages: [by: 'reporter' | 'reported', time: string, text: string][];
  daysAgo: number;
  deletedDaysAgo: number;
} = {
  reporter: 'Cecilia',
  reported: 'Lars',
  reason: 'fraud',
  description: 'Exempelrapport. Tog betalt och tog sedan bort både annonsen och kontot.',
  event: 'Vansbrosimningen',
  distance: '3000 m',
  price: 2100,
  messages: [
    ['reporter', '18:20', 'Hej! Är platsen kvar?'],
    ['reported', '18:31', 'Ja. Swisha i kväll så är den din.'],
    ['reporter', '21:02', 'Då har jag betalat. När startar du namnbytet?'],
  ],
  daysAgo: 8,
  deletedDaysAgo: 7,
};
