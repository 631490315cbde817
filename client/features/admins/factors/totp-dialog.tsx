import { Copy } from 'lucide-react';
import { type FormEvent, Suspense, useEffect, useId, useRef, useState } from 'react';
import { detailOf } from '../../../../src/shared/errors';
import { errorCodeOf, errorMessage } from '../../../platform/api/failures';
import { trpc } from '../../../platform/api/trpc';
import { copyText } from '../../../platform/feedback/copy-text';
import { FAILED } from '../../../platform/feedback/failure-messages';
import { toast } from '../../../platform/feedback/toast';
import { lazyComponent } from '../../../platform/navigation/lazy-component';
import { Alert } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Field } from '../../../ui/field';
import { TextInput } from '../../../ui/inputs';
import { Skeleton } from '../../../ui/skeleton';
import { showRecoveryCodes } from './recovery-codes';
import { useFactorRefresh } from './use-factor-refresh';

const QrCode = lazyComponent(() => import('./qr-code'));

const QR_SIZE = 208;

/** `JBSW Y3DP …`, to type into an app. */
const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

export function TotpDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const refresh = useFactorRefresh();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const start = trpc.admin.factors.startTotp.useMutation({
    onSuccess: () => input.current?.focus(),
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
      if (errorCodeOf(failure) !== 'admin.wrong_code') return;
      setError(detailOf('admin.wrong_code'));
      input.current?.focus();
    },
  });
  const { mutate } = start;
  const hasStarted = useRef(false);
  useEffect(() => {
    if (!hasStarted.current) mutate();
    hasStarted.current = true;
  }, [mutate]);

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (confirm.isPending || !start.data) return;
    if (code.trim()) confirm.mutate({ code });
    else setError(detailOf('admin.code'));
  };
  const failure = start.error ?? (errorCodeOf(confirm.error) === 'admin.wrong_code' ? null : confirm.error);

  return (
    <Dialog
      open
      onClose={onClose}
      title="Lägg till app för koder"
      save={
        <Button kind="primary" type="submit" form={formId} busy={confirm.isPending}>
          Bekräfta
        </Button>
      }
    >
      <form className="dialog-form" id={formId} onSubmit={send} noValidate>
        {failure && <Alert>{errorMessage(failure, FAILED.changeFactors)}</Alert>}
        <p>
          Skanna bilden med en app för engångskoder, till exempel den i din lösenordshanterare, och skriv
          koden som appen visar.
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
        <Field label="Kod från din app" required error={error}>
          {(ariaProps) => (
            <TextInput
              {...ariaProps}
              ref={input}
              name="code"
              value={code}
              onChange={(event) => {
                setCode(event.target.value);
                setError(undefined);
              }}
              inputMode="numeric"
              autoComplete="one-time-code"
              data-focus-first
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
