import { type FormEvent, useId } from 'react';
import * as v from 'valibot';
import { type AdminObjection, ObjectionDecisionInput } from '../../../../src/features/objections/contract';
import type { StatementKind } from '../../../../src/features/statements/contract';
import { errorMessage } from '../../../platform/api/failures';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/failure-messages';
import { fieldErrorsOf, useForm } from '../../../platform/forms/use-form';
import { Alert } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Field } from '../../../ui/field';
import { TextArea } from '../../../ui/inputs';
import { RadioCards } from '../../../ui/radio-cards';
import { DecidedFacts, OBJECTION_TO } from './case-items';
import { useDecision } from './use-decision';

const REVERSALS: Record<StatementKind, string> = {
  ad_hidden: 'Ändra: visa annonsen igen',
  ad_deleted: 'Ändra: medlemmen får lägga upp den igen',
  account_suspended: 'Ändra: öppna kontot',
};

type Form = { decision: ObjectionDecisionInput['decision'] | ''; answer: string };
const EMPTY: Form = { decision: '', answer: '' };

type Props = { objection: AdminObjection; onClose: () => void };

export function ObjectionDecisionDialog({ objection, onClose }: Props) {
  const formId = useId();
  const { client } = trpc.useUtils();
  const { formRef, values, set, errorOf, showErrors } = useForm<Form>(EMPTY);
  const { decision, answer } = values;
  const saving = useDecision(client.admin.objections.decide.mutate, onClose);

  const save = (event: FormEvent) => {
    event.preventDefault();
    if (saving.isPending) return;
    const input = { id: objection.id, ...values };
    const errors = fieldErrorsOf(v.pick(ObjectionDecisionInput, ['decision']), input);
    if (errors) showErrors(errors);
    else saving.start(input as ObjectionDecisionInput);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Avgör invändning"
      unsaved={answer !== '' || decision !== ''}
      save={
        <Button kind="primary" type="submit" form={formId} busy={saving.isPending}>
          Spara beslutet
        </Button>
      }
    >
      <form className="case-form" id={formId} ref={formRef} onSubmit={save} noValidate>
        <p>
          {OBJECTION_TO[objection.kind]}: {objection.user.full_name}
        </p>
        <DecidedFacts objection={objection} />
        <p className="case-quote">{objection.objection}</p>
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
        {!!saving.error && <Alert>{errorMessage(saving.error, FAILED.decideCase)}</Alert>}
      </form>
    </Dialog>
  );
}
