import { useMatch } from 'react-router-dom';
import { ResetForm } from '../features/accounts/reset-form';
import { usePageTitle } from '../platform/navigation/title';
import { PanelPage } from '../ui/panel-page';

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
