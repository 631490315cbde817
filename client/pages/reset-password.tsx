import { useMatch } from 'react-router-dom';
import { ResetForm } from '#client/features/accounts/reset-form.tsx';
import { usePageTitle } from '#client/platform/navigation/title.ts';
import { PanelPage } from '#client/ui/panel-page.tsx';

export default function ResetPasswordPage() {
  usePageTitle('Nytt lösenord');
  const { token = '' } = useMatch('/marketplace/reset-password/:token')?.params ?? {};
  return (
    <PanelPage
      title="Nytt lösenord"
      lead="Välj ett nytt lösenord till ditt konto."
      coursePicture="second"
      slogan="Det finns alltid en väg tillbaka till banan."
    >
      <ResetForm token={token} />
    </PanelPage>
  );
}
