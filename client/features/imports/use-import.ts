import { useEffect, useRef, useState } from 'react';
import { useEventCache } from '#client/features/admin-events/use-event-cache.ts';
import type { Done } from '#client/features/history/undo-notice.tsx';
import { FileCallError, sendFile } from '#client/platform/api/admin-files.ts';
import { detailOf } from '#client/platform/api/error-texts.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { toast } from '#client/platform/feedback/toast.ts';
import type { ImportPreview, ImportResult } from '#src/features/imports/contract.ts';
import type { ErrorCode } from '#src/shared/errors.ts';
import { formatCount } from '#src/shared/text.ts';

/** The limit of the server, checked here to save a long upload. */
const MAX_BYTES = 10 * 1024 * 1024;

/** `fraction` is the uploaded fraction, from 0 to 1. */
export type ImportStep =
  | { status: 'choosing'; error?: string | undefined }
  | { status: 'reading'; fraction: number }
  | { status: 'preview'; preview: ImportPreview; error?: string }
  | { status: 'storing'; preview: ImportPreview; fraction: number }
  | { status: 'done'; result: ImportResult };

function validateFile(file: File): ErrorCode | undefined {
  if (!/\.(csv|xlsx|xls)$/i.test(file.name.trim())) return 'import.file_type';
  return file.size > MAX_BYTES ? 'import.too_large' : undefined;
}

/** Returns undefined when the user stopped the call or the session has expired. */
function errorMessageOf(error: unknown): string | undefined {
  if (!(error instanceof FileCallError)) return undefined;
  if (error.code === 'request.unauthorized') return undefined;
  return error.detail ?? FAILED.importEvents;
}

/** One call at a time; `stop` or unmounting aborts it. */
export function useImport({ onDone, onStored }: { onDone: (done: Done) => void; onStored: () => void }) {
  const [file, setFile] = useState<File>();
  const [updatesExisting, setUpdatesExisting] = useState(false);
  const [step, setStep] = useState<ImportStep>({ status: 'choosing' });
  const call = useRef<AbortController>(undefined);
  const { refetch } = useEventCache();
  useEffect(() => () => call.current?.abort(), []);

  async function send<Output>(
    chosen: File,
    query: Record<string, string>,
    onFraction: (fraction: number) => void,
  ) {
    const controller = new AbortController();
    call.current?.abort();
    call.current = controller;
    try {
      const path = `/admin/events/import?${new URLSearchParams(query)}`;
      return await sendFile<Output>(path, chosen, {
        signal: controller.signal,
        onProgress: (fraction) => call.current === controller && onFraction(fraction),
      });
    } finally {
      if (call.current === controller) call.current = undefined;
    }
  }

  async function read(chosen: File, shouldUpdate: boolean): Promise<void> {
    setFile(chosen);
    setUpdatesExisting(shouldUpdate);
    const errorCode = validateFile(chosen);
    if (errorCode) return setStep({ status: 'choosing', error: detailOf(errorCode) });
    setStep({ status: 'reading', fraction: 0 });
    try {
      const query = { dry_run: 'true', update: String(shouldUpdate) };
      const preview = await send<ImportPreview>(chosen, query, (fraction) =>
        setStep({ status: 'reading', fraction }),
      );
      setStep({ status: 'preview', preview });
    } catch (error) {
      const message = errorMessageOf(error);
      if (!message) return;
      setStep({ status: 'choosing', error: message });
    }
  }

  async function store(): Promise<void> {
    // After a failure the button retries the dry run.
    if (step.status === 'choosing' && step.error && file) return read(file, updatesExisting);
    if (step.status === 'choosing') return setStep({ status: 'choosing', error: detailOf('import.missing') });
    if (step.status !== 'preview' || !file || call.current) return;
    const { preview } = step;
    setStep({ status: 'storing', preview, fraction: 0 });
    try {
      const query = { update: String(updatesExisting), preview: preview.preview };
      const result = await send<ImportResult>(file, query, (fraction) =>
        setStep({ status: 'storing', preview, fraction }),
      );
      toastResult(result);
      const { import_id, imported_count } = result;
      if (import_id)
        onDone({
          id: import_id,
          text: `${file.name}: ${formatCount(imported_count)} evenemang importerade.`,
        });
      if (result.errors.length === 0 && result.as_previewed) return onStored();
      setStep({ status: 'done', result });
    } catch (error) {
      const message = errorMessageOf(error);
      if (!message) return;
      setStep({ status: 'preview', preview, error: message });
    } finally {
      // An aborted or failed call may still have stored events.
      refetch();
    }
  }

  return {
    file,
    updatesExisting,
    step,
    choose: (chosen: File) => void read(chosen, updatesExisting),
    setUpdatesExisting: (value: boolean) => file && void read(file, value),
    store: () => void store(),
    stop: () => {
      call.current?.abort();
      call.current = undefined;
      setStep(
        step.status === 'storing' ? { status: 'preview', preview: step.preview } : { status: 'choosing' },
      );
    },
    startOver: () => setStep({ status: 'choosing' }),
  };
}

function toastResult({ imported_count, total_rows, errors }: ImportResult): void {
  const [stored, total] = [formatCount(imported_count), formatCount(total_rows)];
  if (errors.length === 0) toast.success(`${stored} evenemang importerade.`);
  else toast.warning(`Importerade ${stored} av ${total} evenemang. Några fel uppstod.`);
}
