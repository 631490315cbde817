import { useEffect, useRef, useState } from 'react';
import type { BackupImportResult } from '../../../src/features/backup/contract';
import { sendFile } from '../../platform/api/admin-files';
import { trpc } from '../../platform/api/trpc';
import { FAILED } from '../../platform/feedback/failure-messages';
import { toast } from '../../platform/feedback/toast';
import { backupErrorMessage, backupToastMessage } from './error-messages';

/** `part` is the uploaded fraction; at 1 the server processes the file. */
export type ImportStep =
  | { at: 'choosing'; fault?: string }
  | { at: 'sending'; part: number }
  | { at: 'done'; collections: BackupImportResult['collections'] };

/** Unmounting aborts the upload; once uploaded, the import cannot be stopped. */
export function useImport() {
  const [step, setStep] = useState<ImportStep>({ at: 'choosing' });
  const call = useRef<AbortController>(undefined);
  const sent = useRef(0);
  const dismissFailure = useRef<() => void>(undefined);
  const utils = trpc.useUtils();
  const stop = () => {
    if (sent.current < 1) call.current?.abort();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on unmount
  useEffect(() => stop, []);

  async function send(file: File): Promise<void> {
    if (call.current) return;
    const controller = new AbortController();
    call.current = controller;
    sent.current = 0;
    dismissFailure.current?.();
    setStep({ at: 'sending', part: 0 });
    try {
      const { collections } = await sendFile<BackupImportResult>('/admin/backup/import', file, {
        needsConfirmation: true,
        signal: controller.signal,
        onProgress: (part) => {
          sent.current = part;
          setStep({ at: 'sending', part });
        },
      });
      showResult(collections);
      setStep({ at: 'done', collections });
    } catch (error) {
      const fault = backupErrorMessage(error, FAILED.importBackup);
      // The toast is general; the dialog shows the reason.
      if (fault) dismissFailure.current = toast.error(backupToastMessage(error, FAILED.importBackup));
      setStep({ at: 'choosing', ...(fault && { fault }) });
    } finally {
      call.current = undefined;
      // Any data may have changed, even if the response was lost.
      void utils.invalidate();
    }
  }

  const forget = () => setStep((now) => (now.at === 'choosing' ? { at: 'choosing' } : now));

  return { step, send: (file: File) => void send(file), stop, forget };
}

function showResult(collections: BackupImportResult['collections']): void {
  const all = Object.values(collections);
  const failed = all.filter(({ status }) => status === 'error').length;
  if (failed === 0) toast.success('Backup importerad');
  else toast.warning(`Backup importerad delvis: ${all.length - failed} lyckades, ${failed} misslyckades.`);
}
