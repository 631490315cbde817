import { initialsOf } from '../../ui/initials-of';

/** Who it is, at a glance; the name stands beside it. */
export function Initials({ name }: { name: string }) {
  return (
    <span className="initials" aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}
