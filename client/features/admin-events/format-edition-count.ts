export const formatEditionCount = (count: number): string =>
  count === 1 ? '1 upplaga' : `${count} upplagor`;
