import { currentAdminToken, forgetAdmin } from '#client/platform/session/admin.ts';
import { askForPassword } from '#client/platform/session/password-prompt.ts';
import type { ErrorCode } from '#src/shared/errors.ts';
import { FILE_BYTES_HEADER } from '#src/shared/file-responses.ts';
import { detailOf, isErrorCode } from './error-texts.ts';
import { saveBlob } from './save-blob.ts';

/** `code` and `detail` are undefined if the server was not reached or sent no known error code. */
export class FileCallError extends Error {
  override readonly name = 'FileCallError';
  constructor(
    readonly code: ErrorCode | undefined,
    readonly detail: string | undefined = code && detailOf(code),
  ) {
    super(code ?? 'The server was not reached.');
  }
}

/** Returns undefined if the text is not JSON, for example the error page of a proxy. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failureOf(status: number, text: string, token: string | undefined): FileCallError {
  const { code, detail } = (parseJson(text) as { code?: unknown; detail?: unknown } | null | undefined) ?? {};
  if (status === 401 && token === currentAdminToken()) forgetAdmin();
  if (!isErrorCode(code)) return new FileCallError(undefined);
  return new FileCallError(code, typeof detail === 'string' ? detail : undefined);
}

/** If the server requires the password again (step-up), asks for it and repeats the call. */
async function withPassword<Result>(send: () => Promise<Result>): Promise<Result> {
  const token = currentAdminToken();
  try {
    return await send();
  } catch (error) {
    const needsPassword = error instanceof FileCallError && error.code === 'admin.confirm_password';
    if (!needsPassword || token !== currentAdminToken() || !(await askForPassword())) throw error;
    return send();
  }
}

/** False if the check fails. */
async function isPasswordNeeded(signal: AbortSignal | undefined): Promise<boolean> {
  try {
    const headers = { authorization: `Bearer ${currentAdminToken()}` };
    const response = await fetch('/api/admin/verify', { headers, ...(signal && { signal }) });
    return ((await response.json()) as { is_confirmed?: boolean }).is_confirmed === false;
  } catch {
    return false;
  }
}

type SendOptions = {
  /** Asks for the password before the upload: a browser may not see a refusal while it sends a large file. */
  needsConfirmation?: boolean;
  /** The fraction that was sent, from 0 to 1. At 1 the server processes the file. */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
};

/** `path` is relative to `/api`. Throws {@link FileCallError}, or an AbortError. */
export async function sendFile<Result>(path: string, file: File, options: SendOptions = {}): Promise<Result> {
  const { needsConfirmation, signal } = options;
  if (needsConfirmation && (await isPasswordNeeded(signal)) && !(await askForPassword()))
    throw new FileCallError('admin.confirm_password');
  return withPassword(() => sendOnce<Result>(path, file, options));
}

function sendOnce<Result>(path: string, file: File, { onProgress, signal }: SendOptions): Promise<Result> {
  const token = currentAdminToken();
  // fetch does not report upload progress.
  const request = new XMLHttpRequest();
  const body = new FormData();
  body.append('file', file);
  return new Promise((resolve, reject) => {
    request.open('POST', `/api${path}`);
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const result = request.status === 200 ? parseJson(request.responseText) : undefined;
      if (result !== undefined) resolve(result as Result);
      else reject(failureOf(request.status, request.responseText, token));
    };
    request.onerror = () => reject(new FileCallError(undefined));
    request.onabort = () => reject(new DOMException('Aborted', 'AbortError'));
    if (signal?.aborted) return reject(new DOMException('Aborted', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });
}

type FetchOptions = {
  /** `total` is undefined if the server did not send it. */
  onProgress?: (bytes: number, total: number | undefined) => void;
  signal?: AbortSignal;
};

/** `path` is relative to `/api`. Throws {@link FileCallError}, or an AbortError. */
export const saveFile = (path: string, options: FetchOptions = {}): Promise<void> =>
  withPassword(() => saveOnce(path, options));

async function saveOnce(path: string, { onProgress, signal }: FetchOptions): Promise<void> {
  const token = currentAdminToken();
  const response = await fetch(`/api${path}`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(signal && { signal }),
  }).catch((error) => {
    throw error instanceof DOMException && error.name === 'AbortError' ? error : new FileCallError(undefined);
  });
  if (!response.ok) throw failureOf(response.status, await response.text(), token);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const total = Number(response.headers.get(FILE_BYTES_HEADER)) || undefined;
  let bytes = 0;
  try {
    // Not every browser supports async iteration of a ReadableStream.
    const reader = response.body?.getReader();
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      parts.push(read.value);
      bytes += read.value.byteLength;
      onProgress?.(bytes, total);
    }
  } catch (error) {
    throw error instanceof DOMException && error.name === 'AbortError' ? error : new FileCallError(undefined);
  }
  // Never save a truncated file as if it were complete.
  if (total !== undefined && bytes !== total) throw new FileCallError(undefined);
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'fil';
  saveBlob(new Blob(parts, { type: response.headers.get('content-type') ?? '' }), name);
}
