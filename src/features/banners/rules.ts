import { isOwnPath, isWebUrl, urlOf } from '../../shared/web-url';
import type { BannerEdit, BannerUpdate, FileType } from './contract';

/** What stands in front of an upload's name in its `file_url`. */
export const UPLOADS_PATH = '/uploads/';

/** The ids with that one at that place, or last when there are not so many. */
export function placed(ids: readonly string[], id: string, at: number): string[] {
  const others = ids.filter((other) => other !== id);
  return others.toSpliced(Math.min(at, others.length), 0, id);
}

const FILM = /\.(mp4|webm|m4v|mov|ogv)$/i;

/** What an address leads to, by its ending; a picture when that tells nothing. */
export function typeByEnding(url: string): FileType {
  return FILM.test(urlOf(url, 'https://x.invalid')?.pathname ?? '') ? 'video' : 'image';
}

type Sources = Pick<BannerEdit, 'file_url' | 'external_url' | 'file_type'>;

/** What is shown: an upload is what its name says, for we named it; of another address the admin knows, or its ending. */
export function fileTypeOf({ file_url, external_url, file_type }: Sources): FileType {
  if (file_url) return typeByEnding(file_url);
  return file_type ?? typeByEnding(external_url ?? '');
}

const PLAIN_PATH = /^(\/[\w-][\w.-]*)+$/;

/** The path of a file of this site, which may be given with the site's own address in front; undefined when it is none. */
export function filePathOf(fileUrl: string, publicUrl: string | undefined): string | undefined {
  const path = publicUrl && fileUrl.startsWith(`${publicUrl}/`) ? fileUrl.slice(publicUrl.length) : fileUrl;
  return PLAIN_PATH.test(path) ? path : undefined;
}

/** The name of the upload that a path leads to; undefined when it is none. */
export const uploadNameOf = (path: string): string | undefined =>
  path.startsWith(UPLOADS_PATH) ? path.slice(UPLOADS_PATH.length) : undefined;

/** Which verb of a PUT it is (section 7). */
export const isEdit = (update: BannerUpdate): update is BannerEdit => 'title' in update;

const DAY = 24 * 3_600_000;

/** Whether an upload that no banner shows may go: whoever uploaded it has had a day to save the banner. */
export const isOrphan = (modified: Date, now: Date): boolean => now.getTime() - modified.getTime() > DAY;

/** What a page shows of a banner: a file of this site, or one elsewhere by https; null where what is stored is neither (D20). */
export function sourceOf({
  file_url,
  external_url,
}: Pick<Sources, 'file_url' | 'external_url'>): string | null {
  const source = file_url ?? external_url;
  return source && (isOwnPath(source) || (isWebUrl(source) && /^https:/i.test(source))) ? source : null;
}
