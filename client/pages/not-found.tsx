import { usePageTitle } from '../platform/navigation/title';
import { ButtonLink } from '../ui/button';
import { EmptyState } from '../ui/empty-state';

/** The server sends it with status 404. */
export default function NotFoundPage() {
  usePageTitle('Sidan finns inte');
  return (
    <div className="page">
      <div className="page-notice">
        <EmptyState
          story="lost"
          heading="h1"
          title="Sidan finns inte"
          text="Länken kan vara gammal eller felskriven. I kalendern hittar du alla lopp."
          action={
            <ButtonLink kind="primary" to="/">
              Till kalendern
            </ButtonLink>
          }
        />
      </div>
    </div>
  );
}
