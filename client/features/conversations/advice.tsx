import { Lightbulb } from 'lucide-react';

/** A line of advice for the reader alone. */
export function Advice({ text }: { text: string }) {
  return (
    <p className="advice">
      <Lightbulb size={16} aria-hidden="true" />
      {text}
    </p>
  );
}
