import { RegisterForm } from '../features/accounts/register-form';
import { usePageTitle } from '../platform/navigation/title';
import { ForVisitors } from '../shell/for-visitors';
import { PanelPage } from '../ui/panel-page';

export default function RegisterPage() {
  usePageTitle('Skapa konto');
  return (
    <ForVisitors>
      <PanelPage
        title="Skapa konto"
        lead="Köp, sälj och sök startplatser."
        coursePicture="second"
        slogan="Ett konto. Alla startplatser."
      >
        <RegisterForm />
      </PanelPage>
    </ForVisitors>
  );
}
