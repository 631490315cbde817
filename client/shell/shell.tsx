import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { ErrorBoundary } from './error-boundary';
import { Footer } from './footer';
import { Header, TabBar } from './header';
import { PageWait } from './page-wait';
import { usePageChange } from './use-page-change';

const Toaster = lazy(() => import('../ui/toaster'));

/** Header, content, footer; what is not needed for the first paint comes after it. */
export function Shell({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const [painted, setPainted] = useState(false);
  usePageChange(main);

  useEffect(() => {
    const timer = setTimeout(() => setPainted(true), 1000);
    return () => clearTimeout(timer);
  }, []);

  return (
    <div className="shell">
      <a className="skip-link" href="#innehall">
        Hoppa till innehållet
      </a>
      <Header />
      <main className="shell-main" id="innehall" ref={main} tabIndex={-1}>
        <ErrorBoundary path={pathname}>
          <Suspense fallback={<PageWait />}>{children}</Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
      <TabBar />
      {painted && (
        <Suspense>
          <Toaster />
        </Suspense>
      )}
    </div>
  );
}
