/** The content of a script block of data. Escapes `<`, so that the content cannot end the block. */
export const dataBlock = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c');
