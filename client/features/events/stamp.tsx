import type { StampColor } from '../../../src/features/events/fields';

/** The rotated stamp on the corner of a card. Long text is clipped; `title` has all of it. */
export function Stamp({ text, color }: { text: string; color: StampColor }) {
  return (
    <p className="stamp" data-color={color} title={text}>
      <span className="stamp-text">{text}</span>
    </p>
  );
}
