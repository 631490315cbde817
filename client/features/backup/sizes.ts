const MEGABYTE = 1_000_000;
const inMegabytes = new Intl.NumberFormat('sv-SE', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** `12,3 MB`. */
export const formatSize = (bytes: number): string => `${inMegabytes.format(bytes / MEGABYTE)} MB`;
