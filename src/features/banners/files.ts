import type { FileOperation } from '../../platform/files';
import { UPLOAD_MAX } from './contract';
import { keepUpload } from './upload/service';

export const bannerFiles: FileOperation[] = [
  {
    name: 'admin.banners.upload',
    rest: 'POST /admin/banners/upload',
    summary: 'Keeps a file for a banner; answers its `file_type` and `file_url`.',
    takes: {
      what: 'PNG, JPG, WebP, MP4 or WebM, at most 50 MB; judged by its bytes.',
      limit: UPLOAD_MAX,
      tooLarge: 'upload.too_large',
      missing: 'upload.missing',
    },
    answer: async (ctx, _, file) =>
      Response.json(await keepUpload(ctx, file), { headers: { 'cache-control': 'no-store' } }),
  },
];
