import { useNavigate } from 'react-router-dom';
import { forgetDrafts } from './drafts';
import { late } from './late';
import { currentSession, forgetSession } from './session';
import { toast } from './toast';

const data = late(() => import('./data'));

/**
 * Logs out (section 4): token and user are removed at once, whether or not the server can be reached to end the
 * session as well. What they had half typed is forgotten; a session that dies by itself leaves it.
 */
export function useLogOut(): () => void {
  const navigate = useNavigate();
  return () => {
    const token = currentSession()?.token;
    // The call is sent after this; by then the storage is empty.
    data
      .fetch()
      .then(({ endSession }) => endSession(token))
      .catch(() => {});
    navigate('/marketplace');
    forgetSession({ byHand: true });
    forgetDrafts();
    toast.success('Du har loggats ut');
    // The button that was pressed is gone.
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  };
}
