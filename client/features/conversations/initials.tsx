import { initialsOf } from '#client/ui/initials-of.ts';

/** Decoration: the name is shown next to it. */
export function Initials({ name }: { name: string }) {
  return (
    <span className="initials" aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}
