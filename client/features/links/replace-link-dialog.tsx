import { errorMessage } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useForm } from '#client/platform/forms/use-form.ts';
import { Alert } from '#client/ui/alert.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { useAction } from '#client/ui/use-action.tsx';
import { type AdminLink, LinkReplacement } from '#src/features/links/contract.ts';
import { questionAbout, useRefreshLinks } from './use-link-actions.ts';

export function ReplaceLinkDialog({ link, onClose }: { link: AdminLink; onClose: () => void }) {
  const { formRef, values, fieldProps, submit } = useForm({ url: link.url });
  const { client } = trpc.useUtils();
  const replacement = useAction({
    send: (input: LinkReplacement) => client.admin.links.replace.mutate(input),
    successToast: ({ message }) => message,
    failureToast: FAILED.changeLink,
    onSuccess: onClose,
    refresh: useRefreshLinks(),
  });

  const error = errorMessage(replacement.error, '');
  return (
    <FormDialog
      onClose={onClose}
      title="Ersätt länken"
      unsaved={values.url !== link.url}
      busy={replacement.isPending}
      saveLabel="Ersätt"
      formRef={formRef}
      className="link-form"
      onSubmit={submit(LinkReplacement, { id: link.id, url: values.url }, replacement)}
    >
      {error && <Alert>{error}</Alert>}
      <p className="admin-note">Den nya adressen skrivs in på {questionAbout(link)}.</p>
      <TextField
        label="Ny adress"
        required
        {...fieldProps('url')}
        inputMode="url"
        autoComplete="off"
        data-focus-first
      />
    </FormDialog>
  );
}
