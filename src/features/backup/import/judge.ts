import { readPieces } from '../../../platform/work-dir';
import { AppError } from '../../../shared/errors';
// Until the banners' own judge is here.
export async function judgeUpload(path: string): Promise<{ ending: string; digest: string }> {
  const hash = new Bun.CryptoHasher('sha256');
  const file = Bun.file(path);
  for await (const piece of readPieces(path)) hash.update(piece);
  const head = Buffer.from(await file.slice(0, 16).arrayBuffer()).toString('latin1');
  const ending = head.startsWith('\x89PNG')
    ? 'png'
    : head.startsWith('\xff\xd8\xff')
      ? 'jpg'
      : head.slice(8, 12) === 'WEBP'
        ? 'webp'
        : head.slice(4, 8) === 'ftyp'
          ? 'mp4'
          : head.startsWith('\x1aE\xdf\xa3')
            ? 'webm'
            : undefined;
  if (!ending) throw new AppError('request.unsupported');
  return { ending, digest: hash.digest('hex') };
}
