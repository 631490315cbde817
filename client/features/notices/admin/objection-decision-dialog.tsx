import * as v from 'valibot';
import { trpc } from '#client/platform/api/trpc.ts';
import { useForm } from '#client/platform/forms/use-form.ts';
import { Fact } from '#client/ui/facts.tsx';
import { Field } from '#client/ui/field.tsx';
import { TextArea } from '#client/ui/inputs.tsx';
import { RadioCards } from '#client/ui/radio-cards.tsx';
import { type AdminObjection, ObjectionDecisionInput } from '#src/features/objections/contract.ts';
import type { StatementKind } from '#src/features/statements/contract.ts';
import { DEFAULT_GROUND } from '#src/features/statements/rules.ts';
import { dayInStockholm, formatLongDay } from '#src/shared/dates.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { useDecision } from './use-decision.ts';

const DECISIONS: Record<StatementKind, string> = {
  ad_hidden: 'Annonsen dold',
  ad_deleted: 'Annonsen borttagen',
  account_suspended: 'Kontot avstängt',
};

const REVERSALS: Record<StatementKind, string> = {
  ad_hidden: 'Ändra: visa annonsen igen',
  ad_deleted: 'Ändra: medlemmen får lägga upp den igen',
  account_suspended: 'Ändra: öppna kontot',
};

type Form = { decision: ObjectionDecisionInput['decision'] | ''; answer: string };
const EMPTY: Form = { decision: '', answer: '' };

type Props = { objection: AdminObjection; onClose: () => void };

export function ObjectionDecisionDialog({ objection, onClose }: Props) {
  const { client } = trpc.useUtils();
  const { formRef, values, set, errorOf, submit } = useForm<Form>(EMPTY);
  const { decision, answer } = values;
  const saving = useDecision(client.admin.objections.decide.mutate, onClose);
  const { kind, order_number, event_name, ground, facts, created_at, user } = objection;

  const input = { id: objection.id, ...values } as ObjectionDecisionInput;
  const send = submit(v.pick(ObjectionDecisionInput, ['decision']), input, saving);

  return (
    <DecisionDialog
      title={`Avgör invändning från ${user.full_name}`}
      about={
        <>
          <Fact label="Beslut">{DECISIONS[kind]}</Fact>
          <Fact label="Beslutat">{formatLongDay(dayInStockholm(new Date(created_at)))}</Fact>
          {order_number && (
            <Fact label="Annons" wide>
              {order_number} {event_name}
            </Fact>
          )}
          <Fact label="Grund" wide>
            {ground ?? DEFAULT_GROUND}
          </Fact>
          {facts && (
            <Fact label="Vad som hänt" wide>
              {facts}
            </Fact>
          )}
        </>
      }
      quote={objection.objection}
      formRef={formRef}
      unsaved={answer !== '' || decision !== ''}
      saving={saving}
      onSubmit={send}
      onClose={onClose}
    >
      <RadioCards
        legend="Beslut"
        name="decision"
        value={decision}
        options={[
          { value: 'upheld', label: 'Stå fast' },
          { value: 'reversed', label: REVERSALS[objection.kind] },
        ]}
        onChange={(chosen) => set('decision', chosen)}
        error={errorOf('decision')}
      />
      <Field label="Svar" optional hint="Mejlas till medlemmen.">
        {(ariaProps) => (
          <TextArea
            {...ariaProps}
            name="answer"
            rows={5}
            value={answer}
            onChange={(event) => set('answer', event.target.value)}
          />
        )}
      </Field>
    </DecisionDialog>
  );
}
