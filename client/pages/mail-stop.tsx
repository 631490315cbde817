import { useMatch } from 'react-router-dom';
import { MailStopView } from '../features/mail-stops/mail-stop-view';
import { usePageTitle } from '../platform/navigation/title';
import { PanelPage } from '../ui/panel-page';

export default function MailStopPage() {
  usePageTitle('Mejla mig inte mer');
  const { token = '' } = useMatch('/mejl/stopp/:token')?.params ?? {};
  return (
    <PanelPage
      title="Mejla mig inte mer"
      coursePicture="second"
      slogan="Kalendern finns kvar när du vill titta in."
    >
      <MailStopView key={token} token={token} />
    </PanelPage>
  );
}
