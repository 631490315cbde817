import { useMatch } from 'react-router-dom';
import { MatchView } from '#client/features/watches/match-view.tsx';
import { usePageTitle } from '#client/platform/navigation/title.ts';
import { PanelPage } from '#client/ui/panel-page.tsx';

export default function MatchAlertsPage() {
  usePageTitle('Mejl om annonser som passar');
  const { token = '' } = useMatch('/bevakning/annons/:token')?.params ?? {};
  return (
    <PanelPage
      title="Mejl om annonser som passar"
      coursePicture="second"
      slogan="Din startplats kan bli någon annans målgång."
    >
      <MatchView key={token} token={token} />
    </PanelPage>
  );
}
