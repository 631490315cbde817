import * as v from 'valibot';
import { fields, LONG, optionalText, optionalUrl, text, URL_MAX, uuid, version } from '#src/shared/fields.ts';
import { isOwnPath, isWebUrl } from '#src/shared/web-url.ts';

export const FILE_TYPES = ['image', 'video'] as const;
export type FileType = (typeof FILE_TYPES)[number];

export const PublicBanner = v.object({
  id: v.string(),
  title: v.string(),
  description: v.nullable(v.string()),
  external_url: v.nullable(v.string()),
  file_url: v.nullable(v.string()),
  link_url: v.nullable(v.string()),
  file_type: v.picklist(FILE_TYPES),
  is_active: v.boolean(),
  order_index: v.number(),
  created_at: v.string(),
});
export type PublicBanner = v.InferOutput<typeof PublicBanner>;

export const AdminBanner = v.object({ ...PublicBanner.entries, version: v.number() });
export type AdminBanner = v.InferOutput<typeof AdminBanner>;

/** In bytes. */
export const UPLOAD_MAX_BYTES = 50 * 1024 * 1024;
export const UPLOAD_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'video/mp4', 'video/webm'] as const;

export const UploadResult = v.object({ file_type: v.picklist(FILE_TYPES), file_url: v.string() });
export type UploadResult = v.InferOutput<typeof UploadResult>;

const urlField = (isValid: (value: string) => boolean, code: 'banner.link' | 'banner.file') =>
  v.nullish(
    v.pipe(
      text(),
      v.trim(),
      v.maxLength(URL_MAX, 'request.too_long'),
      v.check((value) => value === '' || isValid(value), code),
      v.transform((value) => value || null),
    ),
    null,
  );

const is_active = v.boolean('request.invalid');
const order_index = v.pipe(
  v.number('banner.order'),
  v.integer('banner.order'),
  // Values beyond the last position mean the last position.
  v.minValue(0, 'banner.order'),
);

/** Empty for a banner without a title. Earlier releases cannot read null. */
export const bannerTitle = v.pipe(
  optionalText(),
  v.transform((title) => title ?? ''),
);

/** Without a `file_type`, the server derives it from the file or from the extension of the URL. */
const bannerFields = {
  title: bannerTitle,
  description: optionalText(LONG),
  file_url: urlField((value) => isOwnPath(value) || isWebUrl(value), 'banner.file'),
  external_url: optionalUrl,
  link_url: urlField((value) => isOwnPath(value) || isWebUrl(value), 'banner.link'),
  file_type: v.nullish(v.picklist(FILE_TYPES, 'request.invalid'), null),
  is_active: v.nullish(is_active),
  order_index: v.nullish(order_index),
};

const SOURCE_FIELDS = [['file_url'], ['external_url']] as const;
type Sources = { file_url: string | null; external_url: string | null };
const hasSource = ({ file_url, external_url }: Sources) => !!file_url || !!external_url;

/** By default a new banner is active and comes last. */
export const NewBanner = v.pipe(
  fields(bannerFields),
  v.forward(v.partialCheck(SOURCE_FIELDS, hasSource, 'banner.source'), ['file_url']),
);
export type NewBanner = v.InferOutput<typeof NewBanner>;

const id = uuid('banner.not_found');
export const BannerId = fields({ id });

/** Without a `version` the last write wins. */
export const BannerEdit = v.pipe(
  fields({ id, ...bannerFields, version }),
  v.forward(v.partialCheck(SOURCE_FIELDS, hasSource, 'banner.source'), ['file_url']),
);
export type BannerEdit = v.InferOutput<typeof BannerEdit>;

const BannerToggle = fields({ id, is_active });
const BannerMove = fields({ id, order_index });

function shapeOf(input: unknown): typeof BannerEdit | typeof BannerToggle | typeof BannerMove {
  const sentFields = Object.keys(bannerFields).filter((key) => Object.hasOwn(Object(input), key));
  if (sentFields.join() === 'is_active') return BannerToggle;
  return sentFields.join() === 'order_index' ? BannerMove : BannerEdit;
}

/** `shapes` is for the API description. */
export const BannerUpdate = Object.assign(v.lazy(shapeOf), {
  shapes: [BannerEdit, BannerToggle, BannerMove],
});
export type BannerUpdate = v.InferOutput<typeof BannerUpdate>;
