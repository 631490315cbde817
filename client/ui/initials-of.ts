/** PH for `Per Holmström`, A for `Anna`. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const firstAndLast = words.length > 1 ? [words[0], words.at(-1)] : words;
  return firstAndLast.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase('sv') ?? '').join('');
}
