import { InfoCard } from '../../features/contact/admin/info-card';
import { Messages } from '../../features/contact/admin/messages';
import { Toolbar } from '../../ui/toolbar';

export default function ContactTab() {
  return (
    <>
      <Toolbar title="Kontakt" />
      <div className="contact-admin">
        <Messages />
        <InfoCard />
      </div>
    </>
  );
}
