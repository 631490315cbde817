import { LoginForm } from '../features/accounts/login-form';
import { usePageTitle } from '../platform/navigation/title';
import { ForVisitors } from '../shell/for-visitors';
import { PanelPage } from '../ui/panel-page';

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
