/** Chunked responses have no Content-Length. */
export const FILE_BYTES_HEADER = 'x-file-bytes';
