import type { FileOperation } from '#src/platform/procedure/files.ts';
import { UPLOAD_MAX_BYTES, UploadResult } from './contract.ts';
import { storeUpload } from './upload/service.ts';

export const bannerFiles: FileOperation[] = [
  {
    name: 'admin.banners.upload',
    rest: 'POST /admin/banners/upload',
    summary: 'Upload a file for a banner',
    description:
      'Returns the `file_url` to use when the banner is created. A file that no banner uses is deleted later.',
    errors: ['upload.kind', 'upload.dimensions', 'upload.too_many'],
    output: UploadResult,
    // 50 MB take longer than a call may to reach a distant bucket.
    mayTakeMinutes: true,
    accepts: {
      fileDescription:
        'A PNG, JPG, WebP, MP4 or WebM file of at most 50 MB. The type is detected from the content.',
      maxBytes: UPLOAD_MAX_BYTES,
      tooLargeCode: 'upload.too_large',
      missingCode: 'upload.missing',
    },
    handle: async (ctx, _, file) =>
      Response.json(await storeUpload(ctx, file), { headers: { 'cache-control': 'no-store' } }),
  },
];
