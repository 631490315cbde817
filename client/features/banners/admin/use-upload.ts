import { useEffect, useRef, useState } from 'react';
import { UPLOAD_MAX_BYTES, UPLOAD_TYPES, type UploadResult } from '../../../../src/features/banners/contract';
import { detailOf, type ErrorCode } from '../../../../src/shared/errors';
import { FileCallError, sendFile } from '../../../platform/api/admin-files';
import { FAILED } from '../../../platform/feedback/failure-messages';
import { toast } from '../../../platform/feedback/toast';

/** `part` is the uploaded fraction; at 1 the server checks the file. */
type Sending = { name: string; part: number };

const isOfKnownType = (type: string) => (UPLOAD_TYPES as readonly string[]).includes(type);

/** The server checks the bytes. */
function faultOf({ size, type }: File): ErrorCode | undefined {
  if (size > UPLOAD_MAX_BYTES) return 'upload.too_large';
  return type && !isOfKnownType(type) ? 'upload.kind' : undefined;
}

/** Unmounting aborts the upload. */
export function useUpload(onDone: (response: UploadResult, name: string) => void) {
  const [sending, setSending] = useState<Sending>();
  const [error, setError] = useState<string>();
  const call = useRef<AbortController>(undefined);
  useEffect(() => () => call.current?.abort(), []);

  async function send(file: File): Promise<void> {
    call.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    const fault = faultOf(file);
    setError(fault && detailOf(fault));
    if (fault) return;
    call.current = controller;
    setSending({ name: file.name, part: 0 });
    try {
      const onProgress = (part: number) => !signal.aborted && setSending({ name: file.name, part });
      const response = await sendFile<UploadResult>('/admin/banners/upload', file, { onProgress, signal });
      if (!signal.aborted) onDone(response, file.name);
    } catch (failure) {
      if (signal.aborted) return;
      toast.error(FAILED.uploadFile);
      const code = failure instanceof FileCallError ? failure.code : undefined;
      setError(code ? detailOf(code) : FAILED.uploadFile);
    } finally {
      if (call.current === controller) setSending(undefined);
    }
  }

  return {
    sending,
    error,
    send: (file: File) => void send(file),
    cancel: () => {
      call.current?.abort();
      call.current = undefined;
      setSending(undefined);
    },
  };
}
