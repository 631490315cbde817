import type { DemoRows } from '../store.ts';
import { DEMO_EVIDENCE, DEMO_NOTICES, DEMO_SUSPENSION } from './cases.ts';
import { demoEmail, demoName } from './people.ts';

type Rows = Pick<DemoRows, 'notices' | 'statements' | 'evidence'>;

/** `at` is an instant so many days ago, at a time of the day. */
export function demoCases(
  at: (daysAgo: number, time: string) => string,
  adIdOf: (event: string, owner: string) => string,
  accountIdOf: (name: string) => string,
): Rows {
  const notices = DEMO_NOTICES.map(({ sender, event, owner, explanation, daysAgo, kept }) => ({
    announcement_id: adIdOf(event, owner),
    explanation,
    name: demoName(sender),
    email: demoEmail(sender),
    good_faith: true,
    created_at: at(daysAgo, '11:20'),
    ...(kept && { ...kept, decision: 'kept' as const, decided_at: at(daysAgo - 1, '09:40') }),
  }));
  const { member, ground, facts, objection } = DEMO_SUSPENSION;
  const statements = [
    {
      user_id: accountIdOf(member),
      kind: 'account_suspended' as const,
      ground,
      facts,
      objection,
      created_at: at(DEMO_SUSPENSION.daysAgo, '10:05'),
      objected_at: at(DEMO_SUSPENSION.objectedDaysAgo, '19:30'),
    },
  ];
  const { reporter, reported, messages, reason, description, event, daysAgo, deletedDaysAgo } = DEMO_EVIDENCE;
  const evidence = [
    {
      report_id: Bun.randomUUIDv7(),
      created_at: at(deletedDaysAgo, '07:15'),
      content: {
        reason,
        description,
        status: 'new',
        created_at: at(daysAgo - 1, '08:00'),
        reporter_id: accountIdOf(reporter),
        reporter_name: demoName(reporter),
        reporter_email: demoEmail(reporter),
        reported_name: demoName(reported),
        reported_email: demoEmail(reported),
        // The number of an ad that is gone.
        announcement: {
          order_number: 'SP-0000',
          event_name: event,
          distance: DEMO_EVIDENCE.distance,
          price: DEMO_EVIDENCE.price,
          description: null,
        },
        messages: messages.map(([by, time, text]) => ({
          id: Bun.randomUUIDv7(),
          by,
          text,
          created_at: at(daysAgo, time),
        })),
      },
    },
  ];
  return { notices, statements, evidence };
}
