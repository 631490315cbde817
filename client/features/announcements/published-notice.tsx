import { Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { share } from '#client/platform/feedback/share.ts';
import { Button } from '#client/ui/button.tsx';
import { Link } from '#client/ui/link.tsx';

/** The history state of the market after a new ad. */
export type PublishedState = { published?: { url: string; title: string } };

/** After a new ad: where it is. The ad is removed from the history, so that Back does not show the notice again. */
export function PublishedNotice() {
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const stored = (state as PublishedState | null)?.published;
  const [ad] = useState(stored);
  const isInHistory = !!stored;
  useEffect(() => {
    if (isInHistory) navigate({ search }, { replace: true, state: null });
  }, [isInHistory, search, navigate]);
  if (!ad) return null;
  return (
    <div className="return-notice published-notice">
      <p role="status">
        <strong>Din annons är ute.</strong> <Link to={ad.url}>Visa annonsen</Link>
      </p>
      <Button
        kind="soft"
        icon={<Share2 size={18} aria-hidden="true" />}
        onClick={() => void share(ad.title, ad.url)}
      >
        Dela
      </Button>
    </div>
  );
}
