import { trpc } from '#client/platform/api/trpc.ts';
import { useLogOutAdmin } from '#client/platform/session/use-log-out-admin.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { NewPassword } from '#client/ui/new-password.tsx';
import { PanelPage } from '#client/ui/panel-page.tsx';
import { PasswordInput } from '#client/ui/password-input.tsx';
import { PASSWORD_RULES } from '#src/features/accounts/contract.ts';
import { useChangePassword } from './use-change-password.ts';

/** Replaces the portal until the admin has changed the password generated at the first start. */
export function ChangePasswordPage() {
  const utils = trpc.useUtils();
  const logOut = useLogOutAdmin();
  const { formRef, send, isPending, formError, ...form } = useChangePassword(
    () => void utils.admin.admins.verify.invalidate(),
  );
  return (
    <main className="change-password-page" id="innehall" tabIndex={-1}>
      <PanelPage
        title="Välj ett nytt lösenord"
        lead="Lösenordet du loggade in med är tillfälligt. Välj ett eget innan du fortsätter."
        coursePicture="first"
        slogan="Ordning på varje kontroll."
      >
        {formError && <Alert>{formError}</Alert>}
        <form className="account-form" ref={formRef} onSubmit={send} noValidate aria-label="Nytt lösenord">
          <PasswordFields {...form} />
          <Button kind="primary" type="submit" large wide busy={isPending}>
            Spara nytt lösenord
          </Button>
        </form>
        <p className="account-links">
          <Button kind="link" onClick={logOut}>
            Logga ut
          </Button>
        </p>
      </PanelPage>
    </main>
  );
}

export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { formRef, send, isPending, isChanged, formError, ...form } = useChangePassword(onClose);
  return (
    <FormDialog
      onClose={onClose}
      title="Byt lösenord"
      unsaved={isChanged && !isPending}
      busy={isPending}
      className="dialog-form"
      formRef={formRef}
      onSubmit={send}
    >
      <p>Du är fortfarande inloggad här. Alla andra ställen där du är inloggad loggas ut.</p>
      {formError && <Alert>{formError}</Alert>}
      <PasswordFields {...form} />
    </FormDialog>
  );
}

function PasswordFields({ fields, factor }: Pick<ReturnType<typeof useChangePassword>, 'fields' | 'factor'>) {
  const { inputProps, errorOf } = fields;
  return (
    <>
      <Field label="Nuvarande lösenord" required error={errorOf('current_password')}>
        {(ariaProps) => (
          <PasswordInput
            {...ariaProps}
            {...inputProps('current_password')}
            autoComplete="current-password"
            data-focus-first
          />
        )}
      </Field>
      <NewPassword label="Nytt lösenord" name="new_password" rules={PASSWORD_RULES} {...fields} />
      {factor.canUsePasskey && (
        <p>När du sparar ber webbläsaren om din passkey, om du inte skriver en kod.</p>
      )}
      {factor.field}
    </>
  );
}
