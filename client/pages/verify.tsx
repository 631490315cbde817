import { useMatch } from 'react-router-dom';
import { useVerification } from '#client/features/accounts/use-verification.ts';
import { Verification } from '#client/features/accounts/verification.tsx';
import { usePageTitle } from '#client/platform/navigation/title.ts';
import { CourseSign } from '#client/ui/course-sign.tsx';
import { PanelPage } from '#client/ui/panel-page.tsx';

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
