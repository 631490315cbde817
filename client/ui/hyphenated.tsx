const SOFT_HYPHEN = '\u00ad';
/** Long words in headings and labels, up to the place where they may break. */
const BREAK_POSITIONS = /Startplats(?=m)|Medde(?=landen)/;

/** Screen readers get the text without soft hyphens. */
export function Hyphenated({ text }: { text: string }) {
  const hyphenatedText = text.replace(BREAK_POSITIONS, `$&${SOFT_HYPHEN}`);
  if (hyphenatedText === text) return text;
  return (
    <>
      <span aria-hidden="true">{hyphenatedText}</span>
      <span className="visually-hidden">{text}</span>
    </>
  );
}
