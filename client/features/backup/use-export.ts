import { useEffect, useRef, useState } from 'react';
import { saveFile } from '#client/platform/api/admin-files.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { toast } from '#client/platform/feedback/toast.ts';
import { backupErrorMessage } from './error-messages.ts';

/** `bytes` is 0 while the server reads the database. */
export type ExportProgress = { bytes: number; total: number | undefined };

/** Unmounting aborts the download. */
export function useExport(onDone: () => void) {
  const [progress, setProgress] = useState<ExportProgress>();
  const call = useRef<AbortController>(undefined);
  useEffect(() => () => call.current?.abort(), []);

  async function start(): Promise<void> {
    if (call.current) return;
    const controller = new AbortController();
    call.current = controller;
    setProgress({ bytes: 0, total: undefined });
    try {
      await saveFile('/admin/backup/export', {
        signal: controller.signal,
        onProgress: (bytes, total) => setProgress({ bytes, total }),
      });
      toast.success('Backup exporterad');
      onDone();
    } catch (error) {
      // Without a file the export has failed, whatever the error.
      if (backupErrorMessage(error, FAILED.exportBackup)) toast.error(FAILED.exportBackup);
    } finally {
      call.current = undefined;
      setProgress(undefined);
    }
  }

  return { progress, start: () => void start(), stop: () => call.current?.abort() };
}
