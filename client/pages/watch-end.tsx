import { useMatch } from 'react-router-dom';
import { EndView, isEnded, useEnding } from '#client/features/watches/end-view.tsx';
import { usePageTitle } from '#client/platform/navigation/title.ts';
import { PanelPage } from '#client/ui/panel-page.tsx';

export default function WatchEndPage() {
  usePageTitle('Avsluta bevakningen');
  const { token = '' } = useMatch('/bevakning/avsluta/:token')?.params ?? {};
  return <WatchEnd key={token} token={token} />;
}

function WatchEnd({ token }: { token: string }) {
  const { mail, ending } = useEnding(token);
  const { data } = mail;
  const isOver = ending.result || (data && isEnded(data));
  const isPlural = data && data.watches.length > 1;
  return (
    <PanelPage
      title={isOver ? 'Avslutat' : isPlural ? 'Avsluta bevakningarna' : 'Avsluta bevakningen'}
      coursePicture="second"
      slogan="Kalendern finns kvar när du vill titta in."
    >
      <EndView mail={mail} ending={ending} />
    </PanelPage>
  );
}
