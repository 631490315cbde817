import { useEffect, useRef, useState } from 'react';
import { FileCallError, sendFile } from '#client/platform/api/admin-files.ts';
import { detailOf } from '#client/platform/api/error-texts.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { toast } from '#client/platform/feedback/toast.ts';
import { UPLOAD_MAX_BYTES, UPLOAD_TYPES, type UploadResult } from '#src/features/banners/contract.ts';
import type { ErrorCode } from '#src/shared/errors.ts';

/** `fraction` is the uploaded fraction; at 1 the server checks the file. */
type UploadProgress = { name: string; fraction: number };

const isSupportedType = (type: string) => (UPLOAD_TYPES as readonly string[]).includes(type);

/** Checks size and declared type. The server also checks the first bytes. */
function validateFile({ size, type }: File): ErrorCode | undefined {
  if (size > UPLOAD_MAX_BYTES) return 'upload.too_large';
  return type && !isSupportedType(type) ? 'upload.kind' : undefined;
}

/** Unmounting aborts the upload. */
export function useUpload(onDone: (response: UploadResult, name: string) => void) {
  const [progress, setProgress] = useState<UploadProgress>();
  const [error, setError] = useState<string>();
  const call = useRef<AbortController>(undefined);
  useEffect(() => () => call.current?.abort(), []);

  async function send(file: File): Promise<void> {
    call.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    const errorCode = validateFile(file);
    setError(errorCode && detailOf(errorCode));
    if (errorCode) return;
    call.current = controller;
    setProgress({ name: file.name, fraction: 0 });
    try {
      const onProgress = (fraction: number) => !signal.aborted && setProgress({ name: file.name, fraction });
      const response = await sendFile<UploadResult>('/admin/banners/upload', file, { onProgress, signal });
      if (!signal.aborted) onDone(response, file.name);
    } catch (failure) {
      if (signal.aborted) return;
      toast.error(FAILED.uploadFile);
      const code = failure instanceof FileCallError ? failure.code : undefined;
      setError(code ? detailOf(code) : FAILED.uploadFile);
    } finally {
      if (call.current === controller) setProgress(undefined);
    }
  }

  return {
    progress,
    error,
    send: (file: File) => void send(file),
    cancel: () => {
      call.current?.abort();
      call.current = undefined;
      setProgress(undefined);
    },
  };
}
