import { ArrowLeft } from 'lucide-react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { CreateForm } from '#client/features/announcements/create/create-form.tsx';
import { usePageTitle } from '#client/platform/navigation/title.ts';
import { useSession } from '#client/platform/session/member.ts';
import { RequireSession } from '#client/shell/require-session.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';

/** `?event=<id>` preselects the event. */
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
      <CreateForm userId={session.user.id} linkedEventId={search.get('event') ?? ''} onCancel={goBack} />
    </div>
  );
}

/** If the visit started here, goes to the market, because Back would leave the site. */
function useGoBack(): () => void {
  const { key } = useLocation();
  const navigate = useNavigate();
  return () => (key === 'default' ? navigate('/marketplace') : navigate(-1));
}
