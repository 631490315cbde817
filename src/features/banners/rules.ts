import { DAY_MS } from '#src/shared/dates.ts';
import { isOwnPath, isWebUrl, urlOf } from '#src/shared/web-url.ts';
import type { BannerEdit, BannerUpdate, FileType } from './contract.ts';

export const UPLOADS_PATH = '/uploads/';

export function moveTo(ids: readonly string[], id: string, index: number): string[] {
  const otherIds = ids.filter((otherId) => otherId !== id);
  return otherIds.toSpliced(Math.min(index, otherIds.length), 0, id);
}

const VIDEO_EXTENSION = /\.(mp4|webm|m4v|mov|ogv)$/i;

/** Unknown extensions count as images. */
export function typeByExtension(url: string): FileType {
  return VIDEO_EXTENSION.test(urlOf(url, 'https://x.invalid')?.pathname ?? '') ? 'video' : 'image';
}

type Sources = Pick<BannerEdit, 'file_url' | 'external_url' | 'file_type'>;

/** Uploads are named by us, so their extension is reliable. For other URLs the admin's choice wins. */
export function fileTypeOf({ file_url, external_url, file_type }: Sources): FileType {
  if (file_url) return typeByExtension(file_url);
  return file_type ?? typeByExtension(external_url ?? '');
}

const PLAIN_PATH = /^(\/[\w-][\w.-]*)+$/;

/** Returns undefined if the file is not on this site. `fileUrl` may start with the site's own URL. */
export function filePathOf(fileUrl: string, publicUrl: string | undefined): string | undefined {
  const path = publicUrl && fileUrl.startsWith(`${publicUrl}/`) ? fileUrl.slice(publicUrl.length) : fileUrl;
  return PLAIN_PATH.test(path) ? path : undefined;
}

export const uploadNameOf = (path: string): string | undefined =>
  path.startsWith(UPLOADS_PATH) ? path.slice(UPLOADS_PATH.length) : undefined;

/** An external address that is an upload of this site becomes its file: the sweep deletes files that no banner uses. */
export function withOwnFile<Given extends Pick<Sources, 'file_url' | 'external_url'>>(
  sources: Given,
  publicUrl: string | undefined,
): Given {
  const { file_url, external_url } = sources;
  const path = file_url || !external_url ? undefined : filePathOf(external_url, publicUrl);
  return path && uploadNameOf(path) !== undefined
    ? { ...sources, file_url: path, external_url: null }
    : sources;
}

export const bannerName = ({ title, description }: Pick<BannerEdit, 'title' | 'description'>): string =>
  title || description || 'Banner utan titel';

export const isEdit = (update: BannerUpdate): update is BannerEdit => 'title' in update;

/** The admin has a day to save the banner after the upload. */
export const isPastGracePeriod = (modified: Date, now: Date): boolean =>
  now.getTime() - modified.getTime() > DAY_MS;

/** Returns a path on this site or an https URL, or null for anything else. */
export function sourceOf({
  file_url,
  external_url,
}: Pick<Sources, 'file_url' | 'external_url'>): string | null {
  const source = file_url ?? external_url;
  return source && (isOwnPath(source) || (isWebUrl(source) && /^https:/i.test(source))) ? source : null;
}
