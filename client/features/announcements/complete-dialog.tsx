import * as v from 'valibot';
import { useForm } from '#client/platform/forms/use-form.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { Field } from '#client/ui/field.tsx';
import { kronorOf, MoneyInput } from '#client/ui/money-input.tsx';
import { Completion, type PublicAnnouncement } from '#src/features/announcements/contract.ts';

export type CompletedAd = Pick<PublicAnnouncement, 'id' | 'event_name' | 'order_number'>;

const FinalPrice = v.pick(Completion, ['final_price']);

type Props = {
  ad: CompletedAd;
  busy: boolean;
  onConfirm: (input: Completion) => void;
  onClose: () => void;
};

/** Asks for confirmation, and the price that seller and buyer agreed on. */
export function CompleteDialog({ ad: { id, event_name, order_number }, busy, onConfirm, onClose }: Props) {
  const { formRef, values, inputProps, errorOf, submit } = useForm({ final_price: '' });
  const input = { id, final_price: values.final_price.trim() ? kronorOf(values.final_price) : null };
  const confirm = submit(FinalPrice, input, { isPending: busy, start: onConfirm });
  return (
    <ConfirmDialog
      open
      title="Markera som klar"
      about={`${event_name} · ${order_number}`}
      question="Är du säker på att du vill markera denna annons som slutförd?"
      confirmLabel="Markera som klar"
      busy={busy}
      onConfirm={confirm}
      onClose={onClose}
    >
      <form className="complete-form" ref={formRef} onSubmit={confirm} noValidate>
        <Field
          label="Slutpris ni kom överens om"
          optional
          hint="Visas inte för andra. Det räknas in i vad platser brukar gå för."
          error={errorOf('final_price')}
        >
          {(ariaProps) => <MoneyInput {...ariaProps} {...inputProps('final_price')} />}
        </Field>
      </form>
    </ConfirmDialog>
  );
}
