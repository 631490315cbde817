import type { FileOperation } from '../../platform/files';

export const backupFiles: FileOperation[] = [];
