import { useMatch } from 'react-router-dom';
import { ConfirmView, useConfirmation } from '#client/features/watches/confirm-view.tsx';
import { usePageTitle } from '#client/platform/navigation/title.ts';
import { CourseSign } from '#client/ui/course-sign.tsx';
import { PanelPage } from '#client/ui/panel-page.tsx';

export default function WatchConfirmPage() {
  usePageTitle('Bekräfta bevakningen');
  const { token = '' } = useMatch('/bevakning/bekrafta/:token')?.params ?? {};
  return <WatchConfirm key={token} token={token} />;
}

function WatchConfirm({ token }: { token: string }) {
  const confirmation = useConfirmation(token);
  const isConfirmed = !!confirmation.result;
  return (
    <PanelPage
      sign={<CourseSign mark={isConfirmed ? 'finish' : 'start'} />}
      title={isConfirmed ? 'Bevakningen är igång' : 'Bekräfta bevakningen'}
      coursePicture="first"
      slogan="Du tränar. Vi håller utkik."
    >
      <ConfirmView confirmation={confirmation} />
    </PanelPage>
  );
}
