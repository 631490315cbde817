import { useMatch } from 'react-router-dom';
import { MailStopView } from '#client/features/mail-stops/mail-stop-view.tsx';
import { usePageTitle } from '#client/platform/navigation/title.ts';
import { PanelPage } from '#client/ui/panel-page.tsx';

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
