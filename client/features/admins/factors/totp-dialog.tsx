import { Copy } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import { errorCodeOf, errorMessage } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { copyText } from '#client/platform/feedback/copy-text.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { toast } from '#client/platform/feedback/toast.ts';
import { useForm } from '#client/platform/forms/use-form.ts';
import { lazyComponent } from '#client/platform/navigation/lazy-component.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { TotpConfirmInput } from '#src/features/admins/factors/contract.ts';
import { showRecoveryCodes } from './recovery-codes.ts';
import { useFactorRefresh } from './use-factor-refresh.ts';

const QrCode = lazyComponent(() => import('./qr-code.tsx'));

const QR_SIZE = 208;

/** `JBSW Y3DP …`, to type into an app. */
const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

export function TotpDialog({ onClose }: { onClose: () => void }) {
  const refresh = useFactorRefresh();
  const { formRef, values, fieldProps, showErrors, submit } = useForm({ code: '' });
  const start = trpc.admin.factors.startTotp.useMutation({
    onSuccess: () => formRef.current?.querySelector('input')?.focus(),
    onError: (failure) => {
      // The admin cancelled the password dialog.
      if (errorCodeOf(failure) === 'admin.confirm_password') onClose();
    },
  });
  const confirm = trpc.admin.factors.confirmTotp.useMutation({
    onSuccess: ({ recovery_codes }) => {
      toast.success('Appen för koder är tillagd');
      onClose();
      showRecoveryCodes(recovery_codes);
      refresh();
    },
    onError: (failure) => {
      if (errorCodeOf(failure) === 'admin.wrong_code') showErrors({ code: 'admin.wrong_code' });
    },
  });
  const { mutate } = start;
  const hasStarted = useRef(false);
  useEffect(() => {
    if (!hasStarted.current) mutate();
    hasStarted.current = true;
  }, [mutate]);

  const send = submit(TotpConfirmInput, values, { ...confirm, isPending: confirm.isPending || !start.data });
  const failure = start.error ?? (errorCodeOf(confirm.error) === 'admin.wrong_code' ? null : confirm.error);

  return (
    <FormDialog
      onClose={onClose}
      title="Lägg till app för koder"
      busy={confirm.isPending}
      saveLabel="Bekräfta"
      className="dialog-form"
      formRef={formRef}
      onSubmit={send}
    >
      {failure && <Alert>{errorMessage(failure, FAILED.changeFactors)}</Alert>}
      <p>
        Skanna bilden med en app för engångskoder, till exempel den i din lösenordshanterare, och skriv koden
        som appen visar.
      </p>
      <div className="totp-secret">
        <Suspense fallback={<Skeleton width={QR_SIZE} height={QR_SIZE} />}>
          {start.data ? (
            <QrCode text={start.data.uri} label="QR-kod för din app" />
          ) : (
            <Skeleton width={QR_SIZE} height={QR_SIZE} />
          )}
        </Suspense>
        {start.data && (
          <div className="totp-secret-text">
            <p>Går det inte att skanna? Skriv in nyckeln i appen:</p>
            <code>{inGroups(start.data.secret)}</code>
            <Button
              icon={<Copy size={18} aria-hidden="true" />}
              onClick={() => void copyText(start.data.secret, 'Nyckeln är kopierad')}
            >
              Kopiera nyckeln
            </Button>
          </div>
        )}
      </div>
      <TextField
        label="Kod från din app"
        required
        {...fieldProps('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        data-focus-first
      />
    </FormDialog>
  );
}
