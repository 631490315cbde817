import { Toolbar } from '../../ui/toolbar';

export default function ContactTab() {
  return <Toolbar title="Kontakt" />;
}
