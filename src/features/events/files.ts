import type { FileOperation } from '../../platform/files';

export const eventFiles: FileOperation[] = [];
