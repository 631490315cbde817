import { useEffect, useRef, useState } from 'react';
import type { ImportAnswer } from '../../../src/features/backup/contract';
import { sendFile } from '../../platform/api/admin-files';
import { trpc } from '../../platform/api/trpc';
import { FAILED } from '../../platform/feedback/sentences';
import { toast } from '../../platform/feedback/toast';
import { toastOf, toldBy } from './told';

/** Where an import is; `part` is what of the file has been sent, and at 1 the server is at work on it. */
export type ImportStep =
  | { at: 'choosing'; fault?: string }
  | { at: 'sending'; part: number }
  | { at: 'done'; collections: ImportAnswer['collections'] };

/** The import of a backup: one at a time. Leaving while the file is on its way stops it; after that it cannot be stopped. */
export function useImport() {
  const [step, setStep] = useState<ImportStep>({ at: 'choosing' });
  const call = useRef<AbortController>(undefined);
  const sent = useRef(0);
  const dismissFailure = useRef<() => void>(undefined);
  const utils = trpc.useUtils();
  const stop = () => {
    if (sent.current < 1) call.current?.abort();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the dialog goes, and then alone
  useEffect(() => stop, []);

  async function send(file: File): Promise<void> {
    if (call.current) return;
    const mine = new AbortController();
    call.current = mine;
    sent.current = 0;
    dismissFailure.current?.();
    setStep({ at: 'sending', part: 0 });
    try {
      const { collections } = await sendFile<ImportAnswer>('/admin/backup/import', file, {
        needsConfirmation: true,
        signal: mine.signal,
        onProgress: (part) => {
          sent.current = part;
          setStep({ at: 'sending', part });
        },
      });
      tellResult(collections);
      setStep({ at: 'done', collections });
    } catch (error) {
      const fault = toldBy(error, FAILED.importBackup);
      // Section 8 has one sentence for it; why stands in the dialog.
      if (fault) dismissFailure.current = toast.error(toastOf(error, FAILED.importBackup));
      setStep({ at: 'choosing', ...(fault && { fault }) });
    } finally {
      call.current = undefined;
      // All of it may be another by now, also when no answer came through.
      void utils.invalidate();
    }
  }

  /** What was said of one file says nothing of another. */
  const forget = () => setStep((now) => (now.at === 'choosing' ? { at: 'choosing' } : now));

  return { step, send: (file: File) => void send(file), stop, forget };
}

function tellResult(collections: ImportAnswer['collections']): void {
  const all = Object.values(collections);
  const failed = all.filter(({ status }) => status === 'error').length;
  if (failed === 0) toast.success('Backup importerad');
  else toast.warning(`Backup importerad delvis: ${all.length - failed} lyckades, ${failed} misslyckades.`);
}
