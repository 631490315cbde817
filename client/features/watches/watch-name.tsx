import type { ReactNode } from 'react';
import { Link } from '#client/ui/link.tsx';
import type { Watch } from '#src/features/watches/contract.ts';
import { KIND_LABELS } from '#src/features/watches/rules.ts';

/** What is watched, as a link to it, and the kind of news. */
export function WatchName({ watch, children }: { watch: Watch; children?: ReactNode }) {
  const { title, url, kind } = watch;
  return (
    <div className="watch-name">
      <Link className="text-link" to={url}>
        {title}
      </Link>
      <p className="watch-kind">{KIND_LABELS[kind]}</p>
      {children}
    </div>
  );
}

export function WatchNames({ watches }: { watches: readonly Watch[] }) {
  return (
    <ul className="watch-names">
      {watches.map((watch) => (
        <li key={watch.id}>
          <WatchName watch={watch} />
        </li>
      ))}
    </ul>
  );
}
