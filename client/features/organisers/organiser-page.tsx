import { useState } from 'react';
import { errorCodeOf, errorMessage } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { CourseSign } from '#client/ui/course-sign.tsx';
import { PanelPage } from '#client/ui/panel-page.tsx';
import { useDelayed } from '#client/ui/use-delayed.ts';
import { OrganiserRaces } from './organiser-races.tsx';

const SLOGAN = 'Ditt lopp. Dina uppgifter.';

/** Mail scanners open links, and some run scripts. So nothing is sent before the press. */
export function OrganiserPage({ hasToken }: { hasToken: boolean }) {
  const [isOpened, setOpened] = useState(false);
  if (!hasToken) return <NoLink />;
  if (isOpened) return <OpenedPage />;
  return (
    <PanelPage
      sign={<CourseSign mark="start" />}
      title="Arrangörssidan"
      lead="Håll loppets uppgifter aktuella: läge, anmälan, länkar, priser och regler för namnbyte."
      coursePicture="first"
      slogan={SLOGAN}
    >
      <Button kind="primary" large wide onClick={() => setOpened(true)}>
        Öppna arrangörssidan
      </Button>
    </PanelPage>
  );
}

function NoLink() {
  return (
    <PanelPage title="Arrangörssidan" coursePicture="first" slogan={SLOGAN}>
      <p>
        Sidan öppnas med länken i mejlet till dig som arrangör. Öppna mejlet och tryck på ”Till
        arrangörssidan”.
      </p>
      <p>Har du ingen länk, eller fungerar den inte längre? Skriv till oss, så mejlar vi en ny.</p>
      <ButtonLink kind="primary" large wide to="/contact?subject=Arrangörslänk">
        Kontakta oss
      </ButtonLink>
    </PanelPage>
  );
}

function OpenedPage() {
  const query = trpc.organiser.events.view.useQuery(undefined, { staleTime: 0 });
  const isSlow = useDelayed(query.isPending);
  // A link that was revoked meanwhile must not leave the page as if it worked.
  if (errorCodeOf(query.error) === 'request.unauthorized') return <DeadLink />;
  if (query.data) return <OrganiserRaces view={query.data} />;
  return (
    <div className="page organiser-page">
      <div className="page-head">
        <h1 className="type-title">Arrangörssidan</h1>
      </div>
      {query.isPending ? (
        isSlow && <p role="status">Hämtar loppen...</p>
      ) : (
        <>
          <Alert>{errorMessage(query.error, FAILED.organiserView)}</Alert>
          <Button busy={query.isFetching} onClick={() => query.refetch()}>
            Försök igen
          </Button>
        </>
      )}
    </div>
  );
}

function DeadLink() {
  return (
    <PanelPage title="Länken gäller inte längre" coursePicture="first" slogan={SLOGAN}>
      <Alert>Länken har gått ut, har ersatts av en nyare eller är återkallad.</Alert>
      <p>Sök efter ett nyare mejl från oss, eller skriv till oss så mejlar vi en ny länk.</p>
      <ButtonLink kind="primary" large wide to="/contact?subject=Arrangörslänk">
        Kontakta oss
      </ButtonLink>
    </PanelPage>
  );
}
