import * as v from 'valibot';
import { linkToken } from '#src/features/accounts/contract.ts';
import { OBJECTION_DECISIONS, Statement } from '#src/features/statements/contract.ts';
import { fields, LONG, optionalText, requiredText, uuid } from '#src/shared/fields.ts';

/** The token of the link to a statement, as input. */
export const StatementToken = fields({ token: linkToken('statement.invalid') });

export const StatementByLink = v.object({ ...Statement.entries, reference: v.string() });
export type StatementByLink = v.InferOutput<typeof StatementByLink>;

export const ObjectionInput = fields({
  token: linkToken('statement.invalid'),
  text: requiredText('objection.text', LONG),
});
export type ObjectionInput = v.InferOutput<typeof ObjectionInput>;

/** A statement with an objection, as admins see it. */
export const AdminObjection = v.object({
  id: v.string(),
  reference: v.string(),
  user: v.object({ id: v.string(), full_name: v.string() }),
  ...Statement.entries,
  objection: v.string(),
  objected_at: v.string(),
});
export type AdminObjection = v.InferOutput<typeof AdminObjection>;

export const ObjectionDecisionInput = fields({
  id: uuid('objection.not_found'),
  decision: v.picklist(OBJECTION_DECISIONS, 'objection.decision'),
  answer: optionalText(LONG),
});
export type ObjectionDecisionInput = v.InferOutput<typeof ObjectionDecisionInput>;
