const SOFT_HYPHEN = '\u00ad';
/** Long words in headings and labels, up to the place where they may break. */
const BREAKS = /Startplats(?=m)|Medde(?=landen)/;

/** Screen readers get the text without soft hyphens. */
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
