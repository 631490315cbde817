/** How many bytes an answer will come to that is sent in pieces, and so without a content-length. */
export const FILE_BYTES_HEADER = 'x-file-bytes';
