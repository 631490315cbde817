import { useEffect, useRef, useState } from 'react';
import { sendFile } from '#client/platform/api/admin-files.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { toast } from '#client/platform/feedback/toast.ts';
import type { BackupImportResult } from '#src/features/backup/contract.ts';
import { backupErrorMessage, backupToastMessage } from './error-messages.ts';

/** `fraction` is the uploaded fraction; at 1 the server processes the file. */
export type ImportStep =
  | { status: 'choosing'; error?: string }
  | { status: 'sending'; fraction: number }
  | { status: 'done'; collections: BackupImportResult['collections'] };

/** Unmounting aborts the upload; once uploaded, the import cannot be stopped. */
export function useImport() {
  const [step, setStep] = useState<ImportStep>({ status: 'choosing' });
  const call = useRef<AbortController>(undefined);
  const uploadedFraction = useRef(0);
  const dismissFailure = useRef<() => void>(undefined);
  const utils = trpc.useUtils();
  const stop = () => {
    if (uploadedFraction.current < 1) call.current?.abort();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on unmount
  useEffect(() => stop, []);

  async function send(file: File): Promise<void> {
    if (call.current) return;
    const controller = new AbortController();
    call.current = controller;
    uploadedFraction.current = 0;
    dismissFailure.current?.();
    setStep({ status: 'sending', fraction: 0 });
    try {
      const { collections } = await sendFile<BackupImportResult>('/admin/backup/import', file, {
        needsConfirmation: true,
        signal: controller.signal,
        onProgress: (fraction) => {
          uploadedFraction.current = fraction;
          setStep({ status: 'sending', fraction });
        },
      });
      toastResult(collections);
      setStep({ status: 'done', collections });
    } catch (error) {
      const message = backupErrorMessage(error, FAILED.importBackup);
      // The toast is general; the dialog shows the reason.
      if (message) dismissFailure.current = toast.error(backupToastMessage(error, FAILED.importBackup));
      setStep({ status: 'choosing', ...(message && { error: message }) });
    } finally {
      call.current = undefined;
      // Any data may have changed, even if the response was lost.
      void utils.invalidate();
    }
  }

  const forget = () =>
    setStep((current) => (current.status === 'choosing' ? { status: 'choosing' } : current));

  return { step, send: (file: File) => void send(file), stop, forget };
}

function toastResult(collections: BackupImportResult['collections']): void {
  const results = Object.values(collections);
  const failedCount = results.filter(({ status }) => status === 'error').length;
  if (failedCount === 0) toast.success('Backup importerad');
  else
    toast.warning(
      `Backup importerad delvis: ${results.length - failedCount} lyckades, ${failedCount} misslyckades.`,
    );
}
