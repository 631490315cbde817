import { initialsOf } from '../../ui/initials-of';

/** Decoration: the name is shown next to it. */
export function Initials({ name }: { name: string }) {
  return (
    <span className="initials" aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}
