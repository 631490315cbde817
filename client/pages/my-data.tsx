import { useMatch } from 'react-router-dom';
import { DataLinkForm } from '../features/accounts/data-link-form';
import { LinkedData } from '../features/privacy/linked-data';
import { usePageTitle } from '../platform/navigation/title';
import { PanelPage } from '../ui/panel-page';

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
