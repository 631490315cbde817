import type { AdminBanner, FileType, NewBanner } from '#src/features/banners/contract.ts';
import { fileTypeOf } from '#src/features/banners/rules.ts';

export type Draft = {
  title: string;
  description: string;
  file_url: string;
  file_name: string;
  external_url: string;
  /** Empty until it is chosen; meanwhile the type is derived from the URL. */
  file_type: FileType | '';
  link_url: string;
  order_index: string;
  is_active: boolean;
};

export const draftOf = (banner: AdminBanner | undefined, bannerCount: number): Draft => ({
  title: banner?.title ?? '',
  description: banner?.description ?? '',
  file_url: banner?.file_url ?? '',
  file_name: '',
  external_url: banner?.external_url ?? '',
  file_type: banner?.file_type ?? '',
  link_url: banner?.link_url ?? '',
  order_index: String(banner?.order_index ?? bannerCount),
  is_active: banner?.is_active ?? true,
});

/** Unchanged position and state are sent as null: another admin may have changed them since. */
export const inputOf = (
  { file_name: _, order_index, is_active, file_type, ...texts }: Draft,
  initial: Draft,
) => ({
  ...texts,
  file_type: file_type || null,
  order_index: order_index.trim() === '' || order_index === initial.order_index ? null : Number(order_index),
  is_active: is_active === initial.is_active ? null : is_active,
});

const LABELS: Partial<Record<keyof AdminBanner, string>> = {
  title: 'Titel',
  description: 'Beskrivning',
  file_url: 'Fil',
  external_url: 'Extern URL',
  file_type: 'Filtyp',
  link_url: 'Länk',
};

export const differences = (before: AdminBanner, after: AdminBanner): string[] =>
  Object.entries(LABELS).flatMap(([name, label]) => {
    const key = name as keyof AdminBanner;
    return before[key] === after[key] ? [] : [label];
  });

export const draftFileType = ({ file_url, external_url, file_type }: Draft): FileType =>
  fileTypeOf({ file_url: file_url || null, external_url, file_type: file_type || null });

export type BannerInput = ReturnType<typeof inputOf> & Partial<NewBanner>;
