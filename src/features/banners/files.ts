import type { FileOperation } from '../../platform/files';

export const bannerFiles: FileOperation[] = [];
