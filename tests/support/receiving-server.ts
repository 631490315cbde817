// Argument: the data folder. The path of a request is the size limit in bytes.
import { errorResponse } from '#src/platform/failures.ts';
import { receiveFile } from '#src/platform/http/multipart.ts';
import { AppError } from '#src/shared/errors.ts';

const dataDir = process.argv[2] ?? '';
const IDLE_TIMEOUT_MS = 700;

const server = Bun.serve({
  port: 0,
  idleTimeout: 0,
  maxRequestBodySize: Number.MAX_SAFE_INTEGER,
  fetch: async (request) => {
    const maxBytes = Number(new URL(request.url).pathname.slice(1)) || Number.POSITIVE_INFINITY;
    try {
      const file = await receiveFile({ dataDir }, request, { maxBytes, idleTimeoutMs: IDLE_TIMEOUT_MS });
      try {
        const hash = new Bun.CryptoHasher('sha256');
        for await (const piece of Bun.file(file.path).stream()) hash.update(piece);
        return Response.json({ code: hash.digest('hex'), size: file.size, filename: file.filename });
      } finally {
        await file[Symbol.asyncDispose]();
      }
    } catch (error) {
      return errorResponse(
        error instanceof AppError ? error : new AppError('server.failed', { cause: error }),
      );
    }
  },
});
console.log(server.url.href);
