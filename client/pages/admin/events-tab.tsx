import { Toolbar } from '../../ui/toolbar';

export default function EventsTab() {
  return <Toolbar title="Evenemang" />;
}
