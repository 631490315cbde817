import { LoginForm } from '#client/features/accounts/login-form.tsx';
import { usePageTitle } from '#client/platform/navigation/title.ts';
import { ForVisitors } from '#client/shell/for-visitors.tsx';
import { PanelPage } from '#client/ui/panel-page.tsx';

export default function LoginPage() {
  usePageTitle('Logga in');
  return (
    <ForVisitors>
      <PanelPage
        title="Logga in"
        lead="på Startplatsmarknaden"
        coursePicture="first"
        slogan="Din startplats kan bli någon annans målgång."
      >
        <LoginForm />
      </PanelPage>
    </ForVisitors>
  );
}
