import { ForgotForm } from '#client/features/accounts/forgot-form.tsx';
import { usePageTitle } from '#client/platform/navigation/title.ts';
import { PanelPage } from '#client/ui/panel-page.tsx';

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
