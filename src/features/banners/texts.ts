import type { Examples, Texts } from '#src/platform/openapi/texts.ts';
import { BANNER_ID } from '#src/shared/example-values.ts';

export const texts: Texts = {
  title: ['The title. Empty if the banner has none.', 'Nytt lopp i sommar'],
  external_url: ['The URL of the image or video, if it is not an upload.', null],
  file_url: ['The path of the uploaded image or video.', '/uploads/0198c0de-0000-7000-8000-00000000000d.png'],
  link_url: ['Where a click leads: a URL, or a path of this site.', '/map'],
  file_type: ['Whether the banner is an image or a video.', 'image'],
  order_index: ['The position in the carousel, starting at 0.', 0],
  AdminBanner: ['A banner, as admins see it.'],
  PublicBanner: ['A banner.'],
  UploadResult: ['The uploaded file.'],
};

/** Examples where those of the fields do not fit. */
export const examples: Examples = {
  'PublicBanner.id': BANNER_ID,
  'AdminBanner.id': BANNER_ID,
  'BannerId.id': BANNER_ID,
  'BannerEdit.id': BANNER_ID,
  'BannerUpdate.id': BANNER_ID,
  'PublicBanner.description': 'Anmälan öppnar i maj.',
  'AdminBanner.description': 'Anmälan öppnar i maj.',
  'NewBanner.description': 'Anmälan öppnar i maj.',
  'BannerEdit.description': 'Anmälan öppnar i maj.',
  'uploads.name': '0198c0de-0000-7000-8000-00000000000d.png',
  'admin.banners.delete.message': 'Banner borttagen',
};
