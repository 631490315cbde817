import { useMatch } from 'react-router-dom';
import { MatchView } from '../features/watches/match-view';
import { usePageTitle } from '../platform/navigation/title';
import { PanelPage } from '../ui/panel-page';

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
