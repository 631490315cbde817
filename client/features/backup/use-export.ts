import { useEffect, useRef, useState } from 'react';
import { saveFile } from '../../platform/api/admin-files';
import { FAILED } from '../../platform/feedback/sentences';
import { toast } from '../../platform/feedback/toast';
import { toldBy } from './told';

/** How much of the file has come; nothing has while the server reads the database. */
export type ExportProgress = { bytes: number; total: number | undefined };

/** Fetches a backup and hands it to the browser to save; leaving stops it. */
export function useExport(onDone: () => void) {
  const [progress, setProgress] = useState<ExportProgress>();
  const call = useRef<AbortController>(undefined);
  useEffect(() => () => call.current?.abort(), []);

  async function start(): Promise<void> {
    if (call.current) return;
    const mine = new AbortController();
    call.current = mine;
    setProgress({ bytes: 0, total: undefined });
    try {
      await saveFile('/admin/backup/export', {
        signal: mine.signal,
        onProgress: (bytes, total) => setProgress({ bytes, total }),
      });
      toast.success('Backup exporterad');
      onDone();
    } catch (error) {
      // Whatever it was, there is no file: the sentence of section 8 says so.
      if (toldBy(error, FAILED.exportBackup)) toast.error(FAILED.exportBackup);
    } finally {
      call.current = undefined;
      setProgress(undefined);
    }
  }

  return { progress, start: () => void start(), stop: () => call.current?.abort() };
}
