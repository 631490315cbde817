import { createContext, type ReactNode, startTransition, useContext, useLayoutEffect, useState } from 'react';
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router, useLocation } from 'react-router-dom';

const RequestedPath = createContext<string | undefined>(undefined);

/** Unlike the router's location, it changes at once, before the code of the page is loaded. */
export function useRequestedPath(): string {
  const { pathname } = useLocation();
  return useContext(RequestedPath) ?? pathname;
}

/** Like React Router's `BrowserRouter`, which does not report that it waits for the code of a page. */
export function PageRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [{ action, location }, setEntry] = useState({ action: history.action, location: history.location });
  const [requestedPath, setRequestedPath] = useState(location.pathname);
  useLayoutEffect(
    () =>
      history.listen(({ action, location }) => {
        setRequestedPath(location.pathname);
        startTransition(() => setEntry({ action, location }));
      }),
    [history],
  );
  return (
    <RequestedPath value={requestedPath}>
      <Router location={location} navigationType={action} navigator={history}>
        {children}
      </Router>
    </RequestedPath>
  );
}
