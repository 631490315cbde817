/** A stored upload. `size` and the arguments of `slice` are in bytes. */
export type UploadedFile = {
  size: number;
  slice: (start: number, end: number) => Pick<Blob, 'stream' | 'arrayBuffer'>;
};

/**
 * The storage of uploads. The server derives each name from the content, so the bytes under a name never change.
 */
export type Uploads = {
  /** Moves a local file into the storage. A stored file of that name has the same content and is replaced. */
  store: (path: string, name: string) => Promise<void>;
  find: (name: string) => Promise<UploadedFile | undefined>;
  list: () => Promise<{ name: string; modified: Date }[]>;
  remove: (name: string) => Promise<void>;
};

/** SHA-256 in hex, and the extension of an accepted format. */
const NAME = /^[0-9a-f]{64}\.(png|jpg|webp|mp4|webm)$/;

export const isUploadName = (name: string): boolean => NAME.test(name);

export const typeOfUpload = (name: string): string =>
  TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';

const TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  mp4: 'video/mp4',
  webm: 'video/webm',
};
