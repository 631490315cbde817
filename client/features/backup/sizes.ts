const KILOBYTE = 1000;
const MEGABYTE = 1_000_000;
const megabyteFormat = new Intl.NumberFormat('sv-SE', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export const formatSize = (bytes: number): string =>
  bytes < MEGABYTE / 10
    ? `${Math.ceil(bytes / KILOBYTE)} kB`
    : `${megabyteFormat.format(bytes / MEGABYTE)} MB`;
