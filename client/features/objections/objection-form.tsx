import { Send } from 'lucide-react';
import { detailOf } from '#client/platform/api/error-texts.ts';
import { errorCodeOf, failureMessage } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { toast } from '#client/platform/feedback/toast.ts';
import { saveDraft } from '#client/platform/forms/drafts.ts';
import { useForm } from '#client/platform/forms/use-form.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { TextAreaField } from '#client/ui/text-field.tsx';
import { ObjectionInput, type StatementByLink } from '#src/features/objections/contract.ts';

const EMPTY = { text: '' };

type Props = { token: string; reference: string; onSent: (statement: StatementByLink) => void };

export function ObjectionForm({ token, reference, onSent }: Props) {
  // Not named after the token, which is secret.
  const draftName = `objection ${reference}`;
  const { formRef, values, fieldProps, submit } = useForm(EMPTY, draftName);
  const sending = trpc.public.statements.object.useMutation({
    onSuccess: (statement) => {
      saveDraft(draftName, '');
      onSent(statement);
    },
    onError: (error) => toast.error(failureMessage(error, FAILED.objection)),
  });
  const code = errorCodeOf(sending.error);

  const input = { token, ...values };
  const send = submit(ObjectionInput, input, sending);

  return (
    <form className="form" ref={formRef} onSubmit={send} noValidate aria-label="Din invändning">
      <h2 className="type-card">Din invändning</h2>
      <TextAreaField
        label="Varför är beslutet fel?"
        required
        hint="Du kan invända en gång. Svaret kommer med mejl."
        {...fieldProps('text')}
        rows={7}
      />
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
