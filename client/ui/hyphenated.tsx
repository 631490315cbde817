const SOFT_HYPHEN = '\u00ad';
/** The long words that the product's own headings and labels have, and where each may be broken. */
const BREAKS = /Startplats(?=m)|Medde(?=landen)/;

/** A long word is broken with a hyphen where it must be, which a reader is spared. */
export function Hyphenated({ text }: { text: string }) {
  const broken = text.replace(BREAKS, `$&${SOFT_HYPHEN}`);
  if (broken === text) return text;
  return (
    <>
      <span aria-hidden="true">{broken}</span>
      <span className="visually-hidden">{text}</span>
    </>
  );
}
