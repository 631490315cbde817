import * as v from 'valibot';
import { LONG, optionalText } from '#src/shared/fields.ts';

export const STATEMENT_KINDS = ['ad_hidden', 'ad_deleted', 'account_suspended'] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];

export const OBJECTION_DECISIONS = ['upheld', 'reversed'] as const;

/** Why an admin acts against a member: a rule or law, and what happened. Both are optional fields of such calls. */
export const reasonFields = { ground: optionalText(LONG), facts: optionalText(LONG) };
export type Reasons = { ground: string | null; facts: string | null };

/** What a member was told about a decision, with their objection. */
export const Statement = v.object({
  kind: v.picklist(STATEMENT_KINDS),
  order_number: v.nullable(v.string()),
  event_name: v.nullable(v.string()),
  ground: v.nullable(v.string()),
  facts: v.nullable(v.string()),
  created_at: v.string(),
  objection: v.nullable(v.string()),
  objected_at: v.nullable(v.string()),
  objection_decision: v.nullable(v.picklist(OBJECTION_DECISIONS)),
  objection_answer: v.nullable(v.string()),
  objection_decided_at: v.nullable(v.string()),
});
export type Statement = v.InferOutput<typeof Statement>;
