import type { ReactNode } from 'react';
import { clientConfig } from '#client/platform/page/config.ts';

/** Opens a new tab, because the frame is too small for a page and may not show one. `path` is of our own site. */
export function FrameLink({
  path,
  className,
  children,
}: {
  path: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <a className={className} href={path} target="_blank" rel="noopener">
      {children}
      <span className="visually-hidden"> (ny flik)</span>
    </a>
  );
}

export function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <main>
        <h1 className="type-section">{title}</h1>
        {children}
      </main>
      <footer className="embed-foot">
        Från <FrameLink path="/">{clientConfig().site_name}</FrameLink>
      </footer>
    </>
  );
}
