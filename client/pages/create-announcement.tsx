import { ArrowLeft } from 'lucide-react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { CreateForm } from '../features/announcements/create/create-form';
import { usePageTitle } from '../platform/navigation/title';
import { useSession } from '../platform/session/member';
import { RequireSession } from '../shell/require-session';
import { IconButton } from '../ui/icon-button';

/** Skapa annons: for those who are logged in. `?event=<id>` invites to an ad for that event. */
export default function CreateAnnouncementPage() {
  usePageTitle('Skapa annons');
  return (
    <RequireSession what="att skapa en annons">
      <CreateAnnouncement />
    </RequireSession>
  );
}

function CreateAnnouncement() {
  const session = useSession();
  const [search] = useSearchParams();
  const goBack = useGoBack();
  if (!session) return null;
  return (
    <div className="page create-page">
      <div className="create-head">
        <IconButton label="Tillbaka" onClick={goBack}>
          <ArrowLeft size={22} aria-hidden="true" />
        </IconButton>
        <h1 className="type-title">Skapa annons</h1>
      </div>
      <CreateForm userId={session.user.id} invited={search.get('event') ?? ''} onCancel={goBack} />
    </div>
  );
}

/** Where the visitor came from; the market for somebody who came here first, whose Back leads out of the product. */
function useGoBack(): () => void {
  const { key } = useLocation();
  const navigate = useNavigate();
  return () => (key === 'default' ? navigate('/marketplace') : navigate(-1));
}
