import { Toolbar } from '../../ui/toolbar';

export default function MarketplaceTab() {
  return <Toolbar title="Marknadsplats" />;
}
