import { isOwnPath, isWebUrl, urlOf } from '../../shared/web-url';
import type { BannerEdit, BannerUpdate, FileType } from './contract';

/** The path prefix of uploads in `file_url`. */
export const UPLOADS_PATH = '/uploads/';

/** Returns the ids with `id` moved or inserted at index `at`, or at the end if the list is shorter. */
export function moveTo(ids: readonly string[], id: string, at: number): string[] {
  const others = ids.filter((other) => other !== id);
  return others.toSpliced(Math.min(at, others.length), 0, id);
}

const VIDEO_EXTENSION = /\.(mp4|webm|m4v|mov|ogv)$/i;

/** Guesses the type of a file by its extension. Unknown extensions count as images. */
export function typeByExtension(url: string): FileType {
  return VIDEO_EXTENSION.test(urlOf(url, 'https://x.invalid')?.pathname ?? '') ? 'video' : 'image';
}

type Sources = Pick<BannerEdit, 'file_url' | 'external_url' | 'file_type'>;

/**
 * Uploads are named by us, so their extension is reliable. For other addresses the admin's choice wins over the
 * extension.
 */
export function fileTypeOf({ file_url, external_url, file_type }: Sources): FileType {
  if (file_url) return typeByExtension(file_url);
  return file_type ?? typeByExtension(external_url ?? '');
}

const PLAIN_PATH = /^(\/[\w-][\w.-]*)+$/;

/**
 * Returns the path of a file on this site, or undefined if it is not one. `fileUrl` may start with the site's own URL.
 */
export function filePathOf(fileUrl: string, publicUrl: string | undefined): string | undefined {
  const path = publicUrl && fileUrl.startsWith(`${publicUrl}/`) ? fileUrl.slice(publicUrl.length) : fileUrl;
  return PLAIN_PATH.test(path) ? path : undefined;
}

/** Returns the upload's name, or undefined if the path is not an upload. */
export const uploadNameOf = (path: string): string | undefined =>
  path.startsWith(UPLOADS_PATH) ? path.slice(UPLOADS_PATH.length) : undefined;

/** True if the update edits the banner; false if it only toggles or moves it. */
export const isEdit = (update: BannerUpdate): update is BannerEdit => 'title' in update;

const DAY_MS = 24 * 3_600_000;

/**
 * Returns whether an upload that no banner uses may be deleted. The admin has a day to save the banner after the
 * upload.
 */
export const isOrphan = (modified: Date, now: Date): boolean => now.getTime() - modified.getTime() > DAY_MS;

/** Returns the URL that a page may show: a path on this site or an https URL. Returns null for anything else. */
export function sourceOf({
  file_url,
  external_url,
}: Pick<Sources, 'file_url' | 'external_url'>): string | null {
  const source = file_url ?? external_url;
  return source && (isOwnPath(source) || (isWebUrl(source) && /^https:/i.test(source))) ? source : null;
}
