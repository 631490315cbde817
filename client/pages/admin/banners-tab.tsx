import { Toolbar } from '../../ui/toolbar';

export default function BannersTab() {
  return <Toolbar title="Banners" />;
}
