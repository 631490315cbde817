import { usePageTitle } from '#client/platform/navigation/title.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';

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
