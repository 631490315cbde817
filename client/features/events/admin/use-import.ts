import { useEffect, useRef, useState } from 'react';
import type { ImportPreview, ImportResult } from '../../../../src/features/events/import/contract';
import { detailOf, type ErrorCode } from '../../../../src/shared/errors';
import { formatCount } from '../../../../src/shared/text';
import { FileCallError, sendFile } from '../../../platform/api/admin-files';
import { FAILED } from '../../../platform/feedback/sentences';
import { toast } from '../../../platform/feedback/toast';
import { useEventsChanged } from './use-events-changed';

/** Of D15, held here too so that nobody sends for minutes what is then refused. */
const MAX_BYTES = 10 * 1024 * 1024;

/** Where the import is; `part` is what of the file has been sent, from 0 to 1. */
export type ImportStep =
  | { at: 'choosing'; fault?: string | undefined }
  | { at: 'reading'; part: number }
  | { at: 'preview'; preview: ImportPreview; fault?: string }
  | { at: 'storing'; preview: ImportPreview; part: number }
  | { at: 'done'; result: ImportResult };

/** What is wrong with a file before it is sent. */
function faultOf(file: File): ErrorCode | undefined {
  if (!/\.(csv|xlsx|xls)$/i.test(file.name.trim())) return 'import.file_type';
  return file.size > MAX_BYTES ? 'import.too_large' : undefined;
}

/** The server's sentence, else the one of section 8; undefined when it was stopped, or the login has ended. */
function toldBy(error: unknown): string | undefined {
  if (!(error instanceof FileCallError)) return undefined;
  if (error.code === 'request.unauthorized') return undefined;
  return error.code ? detailOf(error.code) : FAILED.importEvents;
}

/**
 * The import of a file: chosen, looked at by a dry run at once, stored. One call at a time; `stop` ends the one under way,
 * and so does going away.
 */
export function useImport(onStored: () => void) {
  const [file, setFile] = useState<File>();
  const [update, setUpdate] = useState(false);
  const [step, setStep] = useState<ImportStep>({ at: 'choosing' });
  const call = useRef<AbortController>(undefined);
  const dismissFailure = useRef<() => void>(undefined);
  const { refetch } = useEventsChanged();
  useEffect(() => () => call.current?.abort(), []);

  async function send<Answer>(chosen: File, query: Record<string, string>, onPart: (part: number) => void) {
    const mine = new AbortController();
    call.current?.abort();
    call.current = mine;
    dismissFailure.current?.();
    try {
      const path = `/admin/events/import?${new URLSearchParams(query)}`;
      return await sendFile<Answer>(path, chosen, {
        signal: mine.signal,
        onProgress: (part) => call.current === mine && onPart(part),
      });
    } finally {
      if (call.current === mine) call.current = undefined;
    }
  }

  async function read(chosen: File, withUpdate: boolean): Promise<void> {
    setFile(chosen);
    setUpdate(withUpdate);
    const fault = faultOf(chosen);
    if (fault) return setStep({ at: 'choosing', fault: detailOf(fault) });
    setStep({ at: 'reading', part: 0 });
    try {
      const query = { dry_run: 'true', update: String(withUpdate) };
      const preview = await send<ImportPreview>(chosen, query, (part) => setStep({ at: 'reading', part }));
      setStep({ at: 'preview', preview });
    } catch (error) {
      const told = toldBy(error);
      if (!told) return;
      dismissFailure.current = toast.error(told);
      setStep({ at: 'choosing', fault: told });
    }
  }

  async function store(): Promise<void> {
    // What was refused, or did not get through, is looked at once more.
    if (step.at === 'choosing' && step.fault && file) return read(file, update);
    if (step.at === 'choosing') return setStep({ at: 'choosing', fault: detailOf('import.missing') });
    if (step.at !== 'preview' || !file || call.current) return;
    const { preview } = step;
    setStep({ at: 'storing', preview, part: 0 });
    try {
      const query = { update: String(update), preview: preview.preview };
      const result = await send<ImportResult>(file, query, (part) =>
        setStep({ at: 'storing', preview, part }),
      );
      tellResult(result);
      if (result.errors.length === 0 && result.as_previewed) return onStored();
      setStep({ at: 'done', result });
    } catch (error) {
      const told = toldBy(error);
      if (!told) return;
      dismissFailure.current = toast.error(told);
      setStep({ at: 'preview', preview, fault: told });
    } finally {
      // What was stopped or went wrong on the way may have been stored all the same.
      refetch();
    }
  }

  return {
    file,
    update,
    step,
    choose: (chosen: File) => void read(chosen, update),
    toggleUpdate: (value: boolean) => file && void read(file, value),
    store: () => void store(),
    /** Ends what is under way and goes back: to the preview, or to the choice of a file. */
    stop: () => {
      call.current?.abort();
      call.current = undefined;
      setStep(step.at === 'storing' ? { at: 'preview', preview: step.preview } : { at: 'choosing' });
    },
    startOver: () => setStep({ at: 'choosing' }),
  };
}

function tellResult({ imported_count, total_rows, errors }: ImportResult): void {
  const [stored, total] = [formatCount(imported_count), formatCount(total_rows)];
  if (errors.length === 0) toast.success(`${stored} evenemang importerade.`);
  else toast.warning(`Importerade ${stored} av ${total} evenemang. Några fel uppstod.`);
}
