import { useMatch } from 'react-router-dom';
import { useVerification } from '../features/accounts/use-verification';
import { Verification } from '../features/accounts/verification';
import { usePageTitle } from '../platform/navigation/title';
import { CourseSign } from '../ui/course-sign';
import { PanelPage } from '../ui/panel-page';

const OUTCOMES = {
  verifying: { title: 'Verifierar', mark: 'start' },
  success: { title: 'E-posten är verifierad', mark: 'finish' },
  error: { title: 'E-posten är inte verifierad', mark: 'unsure' },
} as const;

export default function VerifyPage() {
  usePageTitle('Verifiera e-post');
  const { token = '' } = useMatch('/marketplace/verify/:token')?.params ?? {};
  const outcome = useVerification(token);
  const { title, mark } = OUTCOMES[outcome.status];
  return (
    <PanelPage
      sign={<CourseSign mark={mark} />}
      title={title}
      coursePicture="first"
      slogan="Din startplats kan bli någon annans målgång."
    >
      <Verification outcome={outcome} />
    </PanelPage>
  );
}
