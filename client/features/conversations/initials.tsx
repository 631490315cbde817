/** `Per Holmström` is PH, `Anna` is A. */
const initialsOf = (name: string): string => {
  const words = name.split(/\s+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase('sv') ?? '').join('');
};

/** Who it is, at a glance; the name stands beside it. */
export function Initials({ name }: { name: string }) {
  return (
    <span className="initials" aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}
