import type { ReactNode } from 'react';
import type { AdminSubmission, ProposalEdits } from '../../../../src/features/submissions/contract';
import type { ErrorCode } from '../../../../src/shared/errors';
import type { FormOf } from '../../../platform/use-form';

/** An event, or a proposal of one. */
export type Race = AdminSubmission['duplicates'][number];

/** What the page brings, since it belongs to events; `Values` is what a form holds of a race. */
export type RaceSlots<Values extends Record<string, unknown>> = {
  leaf: (race: Race) => ReactNode;
  sportIcon: (sport: string) => ReactNode;
  /** A race to be edited: its values, its fields, and what is sent of them with what else is wrong. */
  valuesOf: (race: Race) => Values;
  fields: (form: FormOf<Values>) => ReactNode;
  read: (form: FormOf<Values>) => { input: ProposalEdits; faults: Partial<Record<string, ErrorCode>> };
  /** Where the portal shows the events of that name. */
  eventsPath: (name: string) => string;
};
