import { type ReactNode, Suspense, useRef } from 'react';
import { useLocation } from 'react-router-dom';

import { resetFailedComponents } from '#client/platform/navigation/lazy-component.ts';

import { cx } from '#client/ui/class-names.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { PagePlaceholder } from './page-placeholder.tsx';
import { PageProgress } from './page-progress.tsx';
import { TabBar } from './tab-bar.tsx';
import { usePageChange } from './use-page-change.ts';

const isPortal = (path: string) => path.startsWith('/admin/dashboard');

type Props = {
  preload?: (path: string) => void;
  children: ReactNode;
};

export function Shell({ preload = () => {}, children }: Props) {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  usePageChange(main);
  const hasFrame = !isPortal(pathname);
  const page = (
    <ErrorBoundary
      path={pathname}
      onError={resetFailedComponents}
      onRetry={() => main.current?.focus({ preventScroll: true })}
    >
      <Suspense fallback={<PagePlaceholder />}>{children}</Suspense>
    </ErrorBoundary>
  );

  return (
    <div className={cx('shell', !hasFrame && 'shell-portal')}>
      <a className="skip-link" href="#innehall">
        Hoppa till innehållet
      </a>
      <PageProgress />
      {hasFrame && <Header preload={preload} />}
      {hasFrame ? (
        <main className="shell-main" id="innehall" ref={main} tabIndex={-1}>
          {page}
        </main>
      ) : (
        // The portal renders its own `main`, after its header and tabs.
        <div className="shell-main">{page}</div>
      )}
      {hasFrame && <Footer />}
      {hasFrame && <TabBar />}
    </div>
  );
}
