const KILOBYTE = 1000;
const MEGABYTE = 1_000_000;
const inMegabytes = new Intl.NumberFormat('sv-SE', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export const formatSize = (bytes: number): string =>
  bytes < MEGABYTE / 10 ? `${Math.ceil(bytes / KILOBYTE)} kB` : `${inMegabytes.format(bytes / MEGABYTE)} MB`;
