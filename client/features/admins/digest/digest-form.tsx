import { useId } from 'react';
import { errorMessage } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { fieldErrorsOf, useForm } from '#client/platform/forms/use-form.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { useAction } from '#client/ui/use-action.tsx';
import { type AdminListItem, DigestInput } from '#src/features/admins/contract.ts';

/** Whether the admin gets the weekly digest, and where. */
export function DigestCard() {
  const admins = trpc.admin.admins.list.useQuery(undefined, { staleTime: 0 });
  const self = admins.data?.find(({ is_self }) => is_self);
  return (
    <section className="admins-part" aria-labelledby="veckobrev">
      <div className="admins-head">
        <h2 className="type-section" id="veckobrev">
          Veckobrev
        </h2>
      </div>
      {self && <DigestForm admin={self} />}
      {admins.isLoadingError && <p className="admin-note">{FAILED.fetchAdmins}</p>}
    </section>
  );
}

type Values = { email: string; wants_digest: boolean };

/** An error of the whole form is about the address. */
function findErrors(values: Values) {
  const errors = fieldErrorsOf(DigestInput, values);
  return errors?.[''] ? { email: errors[''] } : errors;
}

function DigestForm({ admin }: { admin: AdminListItem }) {
  const formId = useId();
  const utils = trpc.useUtils();
  const { formRef, values, set, fieldProps, submit } = useForm<Values>({
    email: admin.email ?? '',
    wants_digest: admin.wants_digest,
  });
  const save = useAction({
    send: (input: Values) => utils.client.admin.admins.updateMe.mutate(input),
    successToast: ({ message }) => message,
    failureToast: FAILED.saveDigest,
    refresh: () => void utils.admin.admins.list.invalidate(),
  });
  return (
    <form
      className="digest-form"
      id={formId}
      ref={formRef}
      onSubmit={submit(findErrors, values, save)}
      noValidate
    >
      {!!save.error && <Alert>{errorMessage(save.error, FAILED.saveDigest)}</Alert>}
      <p className="admin-note">Ett mejl i veckan om det som väntar på någon av er.</p>
      <TextField
        label="E-post"
        required={values.wants_digest}
        optional={!values.wants_digest}
        {...fieldProps('email')}
        type="email"
        autoComplete="email"
      />
      <Checkbox
        name="wants_digest"
        label="Skicka veckobrevet till mig"
        checked={values.wants_digest}
        onChange={(event) => set('wants_digest', event.target.checked)}
      />
      <Button type="submit" busy={save.isPending}>
        Spara
      </Button>
    </form>
  );
}
