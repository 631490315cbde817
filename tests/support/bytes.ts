export const bytesOf = (text: string) => new TextEncoder().encode(text);
