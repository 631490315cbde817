import { afterEach, beforeEach } from 'bun:test';
import { act } from '@testing-library/react';

/** Stands for the `XMLHttpRequest` that sends a file. */
class FakeUpload {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onabort?: () => void;
  status = 0;
  responseText = '';
  path = '';
  body = new FormData();
  isAborted = false;

  open(_method: string, path: string): void {
    this.path = path;
  }
  setRequestHeader(): void {}
  abort(): void {
    this.isAborted = true;
    this.onabort?.();
  }
  respond(status: number, body: unknown): void {
    this.status = status;
    this.responseText = JSON.stringify(body);
    act(() => this.onload?.());
  }
}

/**
 * Replaces `XMLHttpRequest` during each test. Returns the uploads of the test. Without `answer`, the test calls their
 * `respond`.
 */
export function fakeUploads(answer?: () => [status: number, body: unknown]): FakeUpload[] {
  const uploads: FakeUpload[] = [];
  const { XMLHttpRequest } = globalThis;
  class Recorded extends FakeUpload {
    send(body: FormData): void {
      this.body = body;
      uploads.push(this);
      if (answer) queueMicrotask(() => this.respond(...answer()));
    }
  }
  beforeEach(() => {
    uploads.length = 0;
    Object.assign(globalThis, { XMLHttpRequest: Recorded });
  });
  afterEach(() => void Object.assign(globalThis, { XMLHttpRequest }));
  return uploads;
}
