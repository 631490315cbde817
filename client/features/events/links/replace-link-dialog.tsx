import { type FormEvent, useId } from 'react';
import { type AdminLink, LinkReplacement } from '../../../../src/features/events/links/contract';
import { errorMessage } from '../../../platform/api/failures';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/failure-messages';
import { fieldErrorsOf, useForm } from '../../../platform/forms/use-form';
import { Alert } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Field } from '../../../ui/field';
import { TextInput } from '../../../ui/inputs';
import { useAction } from '../../../ui/use-action';
import { questionAbout, useRefreshLinks } from './use-link-actions';

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
