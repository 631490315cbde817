import { Toolbar } from '../../ui/toolbar';

export default function SettingsTab() {
  return <Toolbar title="Inställningar" />;
}
