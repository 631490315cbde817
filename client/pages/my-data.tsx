import { useMatch } from 'react-router-dom';
import { DataLinkForm } from '#client/features/accounts/data-link-form.tsx';
import { LinkedData } from '#client/features/privacy/linked-data.tsx';
import { usePageTitle } from '#client/platform/navigation/title.ts';
import { PanelPage } from '#client/ui/panel-page.tsx';

export default function MyDataPage() {
  usePageTitle('Dina uppgifter');
  const { token = '' } = useMatch('/marketplace/my-data/:token')?.params ?? {};
  return (
    <PanelPage
      title="Dina uppgifter"
      lead="på Startplatsmarknaden"
      coursePicture="second"
      slogan="Det som är ditt bestämmer du över."
    >
      <LinkedData key={token} token={token} newLinkForm={<DataLinkForm button="Skicka en ny länk" />} />
    </PanelPage>
  );
}
