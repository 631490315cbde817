import { type FormEvent, useId } from 'react';
import { errorMessage } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { fieldErrorsOf, useForm } from '#client/platform/forms/use-form.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Field } from '#client/ui/field.tsx';
import { TextInput } from '#client/ui/inputs.tsx';
import { useAction } from '#client/ui/use-action.tsx';
import { type AdminLink, LinkReplacement } from '#src/features/links/contract.ts';
import { questionAbout, useRefreshLinks } from './use-link-actions.ts';

export function ReplaceLinkDialog({ link, onClose }: { link: AdminLink; onClose: () => void }) {
  const { formRef, values, inputProps, errorOf, showErrors } = useForm({ url: link.url });
  const { client } = trpc.useUtils();
  const replacement = useAction({
    send: (url: string) => client.admin.links.replace.mutate({ id: link.id, url }),
    successToast: ({ message }) => message,
    failureToast: FAILED.changeLink,
    onSuccess: onClose,
    refresh: useRefreshLinks(),
  });
  const formId = useId();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const errors = fieldErrorsOf(LinkReplacement, { id: link.id, url: values.url });
    if (errors) showErrors(errors);
    else replacement.start(values.url);
  };
  const error = errorMessage(replacement.error, '');
  return (
    <Dialog
      open
      onClose={onClose}
      title="Ersätt länken"
      unsaved={values.url !== link.url}
      save={
        <Button kind="primary" type="submit" form={formId} busy={replacement.isPending}>
          Ersätt
        </Button>
      }
    >
      <form id={formId} ref={formRef} className="link-form" onSubmit={submit} noValidate>
        {error && <Alert>{error}</Alert>}
        <p className="admin-note">Den nya adressen skrivs in på {questionAbout(link)}.</p>
        <Field label="Ny adress" required error={errorOf('url')}>
          {(ariaProps) => (
            <TextInput
              {...ariaProps}
              {...inputProps('url')}
              inputMode="url"
              autoComplete="off"
              data-focus-first
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
