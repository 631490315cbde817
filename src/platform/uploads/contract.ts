/** A file that was uploaded. `size` is in bytes, as are the ends of the part that `slice` reads. */
export type UploadedFile = {
  size: number;
  slice: (start: number, end: number) => Pick<Blob, 'stream' | 'arrayBuffer'>;
};

/**
 * Where uploads live (D2, D21). Each stands under a name of our own, made of its content, so that what has one name has
 * always the same bytes.
 */
export type Uploads = {
  /** Moves a file on this machine in under that name; what stands there is the same. */
  keep: (path: string, name: string) => Promise<void>;
  /** The file of that name; undefined when there is none. */
  find: (name: string) => Promise<UploadedFile | undefined>;
  /** Every file that is kept. */
  list: () => Promise<{ name: string; modified: Date }[]>;
  remove: (name: string) => Promise<void>;
};

/** SHA-256 in hex, and an ending for each kind that is taken. */
const NAME = /^[0-9a-f]{64}\.(png|jpg|webp|mp4|webm)$/;

/** Whether a name is one that we give. */
export const isUploadName = (name: string): boolean => NAME.test(name);

/** What is fetched under a name, by its ending. */
export const typeOfUpload = (name: string): string =>
  TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';

const TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  mp4: 'video/mp4',
  webm: 'video/webm',
};
