import * as v from 'valibot';
import { useForm } from '#client/platform/forms/use-form.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { Field } from '#client/ui/field.tsx';
import { kronorOf, MoneyInput } from '#client/ui/money-input.tsx';
import { kronor } from '#src/features/announcements/contract.ts';

const Agreement = v.object({ price: kronor('announcement.price') });

type Props = { askedPrice: number; onConfirm: (price: number) => void; onClose: () => void };

/** Asks what the two agreed on. It is often what the ad says. */
export function AgreedDialog({ askedPrice, onConfirm, onClose }: Props) {
  const { formRef, values, inputProps, errorOf, submit } = useForm({ price: String(askedPrice) });
  const confirm = submit(
    Agreement,
    { price: kronorOf(values.price) },
    { isPending: false, start: ({ price }) => onConfirm(price) },
  );
  return (
    <ConfirmDialog
      open
      title="Överens om priset"
      confirmLabel="Bocka av"
      busy={false}
      onConfirm={confirm}
      onClose={onClose}
    >
      <form className="complete-form" ref={formRef} onSubmit={confirm} noValidate>
        <Field
          label="Vad kom ni överens om?"
          hint="Visas för er båda i konversationen."
          error={errorOf('price')}
        >
          {(ariaProps) => <MoneyInput {...ariaProps} {...inputProps('price')} />}
        </Field>
      </form>
    </ConfirmDialog>
  );
}
