import type { StampColor } from '../../../src/features/events/fields';

export function Stamp({ text, color }: { text: string; color: StampColor }) {
  return (
    <p className="stamp" data-color={color} title={text}>
      <span className="stamp-text">{text}</span>
    </p>
  );
}
