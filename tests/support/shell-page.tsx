import { act, fireEvent, screen, within } from '@testing-library/react';
import { Link, Route, Routes } from 'react-router-dom';
import { trpc } from '#client/platform/api/trpc.ts';
import { RequireSession } from '#client/shell/require-session.tsx';
import { Shell } from '#client/shell/shell.tsx';
import { type Answers, show } from './client.tsx';
import { ownAccount } from './member.ts';

export const ME = 'marketplace.accounts.me';
export const UNREAD = 'marketplace.conversations.unread';
export const LOG_OUT = 'marketplace.accounts.logout';
export const CONVERSATIONS = 'marketplace.conversations.list';

function Inbox() {
  const list = trpc.marketplace.conversations.list.useQuery();
  return <p>{list.data?.[0]?.other_user.name ?? 'Inkorgen'}</p>;
}

/** The shell around two pages for members and, on every other path, one for everybody. */
export const openShell = (path: string, answers: Answers = {}) =>
  show(
    <Shell>
      <Link to="/b">Vidare</Link>
      <Routes>
        <Route
          path="/marketplace/inbox"
          element={
            <RequireSession>
              <Inbox />
            </RequireSession>
          }
        />
        <Route
          path="/marketplace/profile"
          element={
            <RequireSession message="Du måste vara inloggad">
              <p>Profilen</p>
            </RequireSession>
          }
        />
        <Route path="*" element={<p>En sida</p>} />
      </Routes>
    </Shell>,
    {
      path,
      answers: {
        [ME]: ownAccount(),
        [UNREAD]: { unread_count: 0 },
        [LOG_OUT]: { message: 'Du har loggats ut' },
        [CONVERSATIONS]: [],
        ...answers,
      },
    },
  );

export const header = () => within(screen.getByRole('banner'));
export const logOutButton = () => header().queryByRole('button', { name: 'Logga ut' });
/** The market has its own link to the inbox. */
export function openInboxFromHeader(): void {
  fireEvent.click(header().getByRole('link', { name: 'Kontakt' }));
  fireEvent.click(header().getByRole('link', { name: 'Meddelanden' }));
}
export const showWindow = () => act(() => void window.dispatchEvent(new Event('visibilitychange')));
/** Deduplicated: the shell renders a second toaster beside that of the tests. */
export const toasts = () => [
  ...new Set([...document.querySelectorAll('[data-sonner-toast]')].map((toast) => toast.textContent)),
];
