import { type ErrorCode, isErrorCode } from '../../../src/shared/errors';
import { FILE_BYTES_HEADER } from '../../../src/shared/file-answers';
import { currentAdminToken, forgetAdmin } from '../session/admin';
import { askForPassword } from '../session/password-question';
import { saveBlob } from './save-blob';

/** A call with a file that the server refused, by the code of the catalogue; undefined when it was not reached. */
export class FileCallError extends Error {
  override readonly name = 'FileCallError';
  constructor(readonly code: ErrorCode | undefined) {
    super(code ?? 'The server was not reached.');
  }
}

/** JSON, or undefined for what somebody in between answered instead. */
function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failureOf(status: number, text: string, token: string | undefined): FileCallError {
  const code = (read(text) as { code?: unknown } | null | undefined)?.code;
  if (status === 401 && token === currentAdminToken()) forgetAdmin();
  return new FileCallError(isErrorCode(code) ? code : undefined);
}

/** Sends a call. If the server requires the password, asks for it and sends the call again (D8). */
async function withPassword<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  const token = currentAdminToken();
  try {
    return await send();
  } catch (error) {
    const isAsked = error instanceof FileCallError && error.code === 'admin.confirm_password';
    if (!isAsked || token !== currentAdminToken() || !(await askForPassword())) throw error;
    return send();
  }
}

/** Whether the server would refuse a call that needs a recently entered password. False if that cannot be found out. */
async function isPasswordNeeded(signal: AbortSignal | undefined): Promise<boolean> {
  try {
    const headers = { authorization: `Bearer ${currentAdminToken()}` };
    const answer = await fetch('/api/admin/verify', { headers, ...(signal && { signal }) });
    return ((await answer.json()) as { is_confirmed?: boolean }).is_confirmed === false;
  } catch {
    return false;
  }
}

type SendOptions = {
  /** Asks for the password before the file is sent: the browser may not see a refusal while it sends a large file. */
  needsConfirmation?: boolean;
  /** What part of the file has been sent, from 0 to 1; at 1 the server is at work on it. */
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
};

/** Sends one file as the field `file` to an admin's path under `/api`. Throws {@link FileCallError}, or an AbortError. */
export async function sendFile<Answer>(path: string, file: File, options: SendOptions = {}): Promise<Answer> {
  const { needsConfirmation, signal } = options;
  if (needsConfirmation && (await isPasswordNeeded(signal)) && !(await askForPassword()))
    throw new FileCallError('admin.confirm_password');
  return withPassword(() => sendOnce<Answer>(path, file, options));
}

function sendOnce<Answer>(path: string, file: File, { onProgress, signal }: SendOptions): Promise<Answer> {
  const token = currentAdminToken();
  // fetch tells nothing of how far a body has come.
  const call = new XMLHttpRequest();
  const body = new FormData();
  body.append('file', file);
  return new Promise((resolve, reject) => {
    call.open('POST', `/api${path}`);
    if (token) call.setRequestHeader('authorization', `Bearer ${token}`);
    call.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    call.onload = () => {
      const answer = call.status === 200 ? read(call.responseText) : undefined;
      if (answer !== undefined) resolve(answer as Answer);
      else reject(failureOf(call.status, call.responseText, token));
    };
    call.onerror = () => reject(new FileCallError(undefined));
    call.onabort = () => reject(new DOMException('Aborted', 'AbortError'));
    if (signal?.aborted) return reject(new DOMException('Aborted', 'AbortError'));
    signal?.addEventListener('abort', () => call.abort(), { once: true });
    call.send(body);
  });
}

type FetchOptions = {
  /** How many bytes have come, and of how many, where that was told. */
  onProgress?: (bytes: number, total: number | undefined) => void;
  signal?: AbortSignal;
};

/** Fetches a file from an admin's path under `/api` and hands it to the browser to save. Throws as {@link sendFile} does. */
export const saveFile = (path: string, options: FetchOptions = {}): Promise<void> =>
  withPassword(() => saveOnce(path, options));

async function saveOnce(path: string, { onProgress, signal }: FetchOptions): Promise<void> {
  const token = currentAdminToken();
  const answer = await fetch(`/api${path}`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(signal && { signal }),
  }).catch((error) => {
    throw error instanceof DOMException && error.name === 'AbortError' ? error : new FileCallError(undefined);
  });
  if (!answer.ok) throw failureOf(answer.status, await answer.text(), token);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const total = Number(answer.headers.get(FILE_BYTES_HEADER)) || undefined;
  let bytes = 0;
  try {
    // Not every browser walks through a stream by itself.
    const reader = answer.body?.getReader();
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      parts.push(read.value);
      bytes += read.value.byteLength;
      onProgress?.(bytes, total);
    }
  } catch (error) {
    throw error instanceof DOMException && error.name === 'AbortError' ? error : new FileCallError(undefined);
  }
  // What was cut short must not look like the whole of it.
  if (total !== undefined && bytes !== total) throw new FileCallError(undefined);
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'fil';
  saveBlob(new Blob(parts, { type: answer.headers.get('content-type') ?? '' }), name);
}
