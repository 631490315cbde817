import { ForgotForm } from '../features/accounts/forgot-form';
import { usePageTitle } from '../platform/navigation/title';
import { PanelPage } from '../ui/panel-page';

export default function ForgotPasswordPage() {
  usePageTitle('Glömt lösenordet');
  return (
    <PanelPage
      title="Glömt lösenordet?"
      lead="Vi mejlar en länk som du väljer ett nytt med."
      coursePicture="first"
      slogan="Det finns alltid en väg tillbaka till banan."
    >
      <ForgotForm />
    </PanelPage>
  );
}
