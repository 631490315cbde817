import { Send } from 'lucide-react';
import type { FormEvent } from 'react';
import { ObjectionInput, type StatementByLink } from '../../../src/features/objections/contract';
import { detailOf } from '../../../src/shared/errors';
import { errorCodeOf, failureMessage } from '../../platform/api/failures';
import { trpc } from '../../platform/api/trpc';
import { FAILED } from '../../platform/feedback/failure-messages';
import { toast } from '../../platform/feedback/toast';
import { saveDraft } from '../../platform/forms/drafts';
import { fieldErrorsOf, useForm } from '../../platform/forms/use-form';
import { useSendOnce } from '../../platform/forms/use-send-once';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { TextArea } from '../../ui/inputs';

const EMPTY = { text: '' };

type Props = { token: string; reference: string; onSent: (statement: StatementByLink) => void };

export function ObjectionForm({ token, reference, onSent }: Props) {
  // Not named after the token, which is secret.
  const draftName = `objection ${reference}`;
  const { formRef, values, inputProps, errorOf, showErrors } = useForm(EMPTY, draftName);
  const sending = trpc.public.statements.object.useMutation({
    onSuccess: (statement) => {
      saveDraft(draftName, '');
      onSent(statement);
    },
    onError: (error) => toast.error(failureMessage(error, FAILED.objection)),
  });
  const sendOnce = useSendOnce(sending);
  const code = errorCodeOf(sending.error);

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (sending.isPending) return;
    const input = { token, ...values };
    const errors = fieldErrorsOf(ObjectionInput, input);
    if (errors) showErrors(errors);
    else sendOnce(input);
  };

  return (
    <form className="form" ref={formRef} onSubmit={send} noValidate aria-label="Din invändning">
      <h2 className="type-card">Din invändning</h2>
      <Field
        label="Varför är beslutet fel?"
        required
        error={errorOf('text')}
        hint="Du kan invända en gång. Svaret kommer med mejl."
      >
        {(ariaProps) => <TextArea {...ariaProps} {...inputProps('text')} rows={7} />}
      </Field>
      {code && <Alert>{detailOf(code)}</Alert>}
      <Button
        kind="primary"
        type="submit"
        large
        className="form-send"
        busy={sending.isPending}
        icon={<Send size={18} aria-hidden="true" />}
      >
        Skicka invändningen
      </Button>
    </form>
  );
}
