import type { Examples, Texts } from '#src/platform/openapi/texts.ts';
import { STATEMENT_ID } from '#src/shared/example-values.ts';

export const texts: Texts = {
  AdminObjection: ['A decision against a member, and their objection.'],
  StatementByLink: ['What a member was told about a decision against them, and their objection.'],
};

/** Examples where those of the fields do not fit. */
export const examples: Examples = {
  ...Object.fromEntries(
    ['AdminObjection', 'ObjectionDecisionInput', 'StatementByLink', 'Statement', 'statements'].flatMap(
      (schema) => [
        [`${schema}.id`, STATEMENT_ID],
        [`${schema}.kind`, 'ad_hidden'],
        [`${schema}.decision`, 'reversed'],
      ],
    ),
  ),
};
