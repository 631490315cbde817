import * as v from 'valibot';
import {
  fields,
  LONG,
  optionalText,
  optionalUrl,
  requiredText,
  text,
  URL_MAX,
  uuid,
  version,
} from '../../shared/fields';
import { isOwnPath, isWebUrl } from '../../shared/web-url';

export const FILE_TYPES = ['image', 'video'] as const;
export type FileType = (typeof FILE_TYPES)[number];

/** A banner of the carousel (section 3). Shown is `file_url` or `external_url`; a click leads to `link_url` (D35). */
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

/** A banner as admins see it, active or not. Its `version` grows when what is said or shown changes. */
export const AdminBanner = v.object({ ...PublicBanner.entries, version: v.number() });
export type AdminBanner = v.InferOutput<typeof AdminBanner>;

/** Section 5: an upload has at most 50 MB (D21), and is one of these. */
export const UPLOAD_MAX = 50 * 1024 * 1024;
export const UPLOAD_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'video/mp4', 'video/webm'] as const;

/** What an upload is, and where it is fetched (section 7). */
export const UploadAnswer = v.object({ file_type: v.picklist(FILE_TYPES), file_url: v.string() });
export type UploadAnswer = v.InferOutput<typeof UploadAnswer>;

const urlOf = (isRight: (value: string) => boolean, code: 'banner.link' | 'banner.file') =>
  v.nullish(
    v.pipe(
      text(),
      v.trim(),
      v.maxLength(URL_MAX, 'request.too_long'),
      v.check((value) => value === '' || isRight(value), code),
      v.transform((value) => value || null),
    ),
    null,
  );

const is_active = v.boolean('request.invalid');
const order_index = v.pipe(
  v.number('banner.order'),
  v.integer('banner.order'),
  // Section 9: the minimum is 0. One beyond the last means the last.
  v.minValue(0, 'banner.order'),
);

/** What an admin says of a banner; `file_type` is what the file is, or what the ending of the address says. */
const entries = {
  title: requiredText('banner.title'),
  description: optionalText(LONG),
  file_url: urlOf((value) => isOwnPath(value) || isWebUrl(value), 'banner.file'),
  external_url: optionalUrl,
  link_url: urlOf((value) => isOwnPath(value) || isWebUrl(value), 'banner.link'),
  file_type: v.nullish(v.picklist(FILE_TYPES, 'request.invalid'), null),
  is_active: v.nullish(is_active),
  order_index: v.nullish(order_index),
};

const SOURCES = [['file_url'], ['external_url']] as const;
type Sources = { file_url: string | null; external_url: string | null };
const showsSomething = ({ file_url, external_url }: Sources) => !!file_url || !!external_url;

/** A new banner: active, and the last one, unless told otherwise (section 5). */
export const NewBanner = v.pipe(
  fields(entries),
  v.forward(v.partialCheck(SOURCES, showsSomething, 'banner.source'), ['file_url']),
);
export type NewBanner = v.InferOutput<typeof NewBanner>;

const id = uuid('banner.not_found');
export const BannerId = fields({ id });

/** With the `version` that the admin was shown nothing of somebody else's is written over unseen; without, the last wins. */
export const BannerEdit = v.pipe(
  fields({ id, ...entries, version }),
  v.forward(v.partialCheck(SOURCES, showsSomething, 'banner.source'), ['file_url']),
);
export type BannerEdit = v.InferOutput<typeof BannerEdit>;

const Toggle = fields({ id, is_active });
const Move = fields({ id, order_index });

/** Which of the three shapes of a PUT it is: by the fields of a banner that are there, whatever they hold. */
function shapeOf(input: unknown): typeof BannerEdit | typeof Toggle | typeof Move {
  const given = Object.keys(entries).filter((key) => Object.hasOwn(Object(input), key));
  if (given.join() === 'is_active') return Toggle;
  return given.join() === 'order_index' ? Move : BannerEdit;
}

/** Section 7: the full banner, or only `is_active`, or only `order_index`. */
export const BannerUpdate = v.lazy(shapeOf);
export type BannerUpdate = v.InferOutput<typeof BannerUpdate>;
