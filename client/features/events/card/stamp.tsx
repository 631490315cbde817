import type { StampColor } from '#src/features/events/fields/choices.ts';

type Props = { text: string; color: StampColor };

export function Stamp({ text, color }: Props) {
  return (
    <p className="stamp" data-color={color} title={text}>
      <span className="stamp-text">{text}</span>
    </p>
  );
}

/** Flat, for beside other text. */
export function StampTag({ text, color }: Props) {
  return (
    <span className="stamp-tag" data-color={color} title={text}>
      {text}
    </span>
  );
}
