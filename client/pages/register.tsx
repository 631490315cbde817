import { RegisterForm } from '#client/features/accounts/register-form.tsx';
import { usePageTitle } from '#client/platform/navigation/title.ts';
import { ForVisitors } from '#client/shell/for-visitors.tsx';
import { PanelPage } from '#client/ui/panel-page.tsx';

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
