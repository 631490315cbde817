import { useState } from 'react';
import { errorMessage } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useForm } from '#client/platform/forms/use-form.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Field } from '#client/ui/field.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextArea, TextInput } from '#client/ui/inputs.tsx';
import { useAction } from '#client/ui/use-action.tsx';
import { useIsMounted } from '#client/ui/use-is-mounted.ts';
import { type ContactInfo, ContactInfoInput } from '#src/features/contact/contract.ts';

const FIELDS = [
  { name: 'company_name', label: 'Namn', type: 'text' },
  { name: 'description', label: 'Beskrivning', type: 'lines', rows: 3 },
  { name: 'address', label: 'Adress', type: 'lines', rows: 3 },
  { name: 'phone', label: 'Telefon', type: 'tel' },
  { name: 'email', label: 'E-post', type: 'email' },
  { name: 'business_hours', label: 'Öppettider', type: 'lines', rows: 3 },
] as const;

const valuesOf = (info: ContactInfo) => ({
  company_name: info.company_name ?? '',
  description: info.description ?? '',
  address: info.address ?? '',
  phone: info.phone ?? '',
  email: info.email ?? '',
  business_hours: info.business_hours ?? '',
});

type InfoValues = ReturnType<typeof valuesOf>;

/** Only the changed fields: another admin may have edited the others. */
const changesOf = (before: InfoValues, values: InfoValues): Partial<InfoValues> =>
  Object.fromEntries(
    FIELDS.filter(({ name }) => values[name] !== before[name]).map(({ name }) => [name, values[name]]),
  );

export function InfoDialog({ info, onClose }: { info: ContactInfo; onClose: () => void }) {
  const [initialValues] = useState(() => valuesOf(info));
  const { formRef, values, inputProps, errorOf, submit } = useForm(initialValues);
  const isMounted = useIsMounted();
  const utils = trpc.useUtils();
  const update = useAction({
    send: (input: Partial<InfoValues>) => utils.client.admin.contact.updateInfo.mutate(input),
    successToast: 'Kontaktinformation uppdaterad',
    failureToast: FAILED.saveContactInfo,
    onSuccess: (stored) => {
      utils.public.contact.info.setData(undefined, stored);
      if (isMounted.current) onClose();
    },
    refresh: () => void utils.public.contact.info.invalidate(),
  });

  return (
    <FormDialog
      onClose={onClose}
      title="Kontaktinformation"
      unsaved={JSON.stringify(values) !== JSON.stringify(initialValues)}
      busy={update.isPending}
      className="contact-info-form"
      formRef={formRef}
      onSubmit={submit(ContactInfoInput, changesOf(initialValues, values), update)}
    >
      {!!update.error && <Alert>{errorMessage(update.error, 'Servern svarade inte. Försök igen.')}</Alert>}
      {FIELDS.map((field) => (
        <Field key={field.name} label={field.label} optional error={errorOf(field.name)}>
          {(ariaProps) =>
            field.type === 'lines' ? (
              <TextArea {...ariaProps} {...inputProps(field.name)} rows={field.rows} />
            ) : (
              <TextInput {...ariaProps} {...inputProps(field.name)} type={field.type} autoComplete="off" />
            )
          }
        </Field>
      ))}
    </FormDialog>
  );
}
