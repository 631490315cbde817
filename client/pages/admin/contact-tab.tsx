import { InfoCard } from '../../features/contact/admin/info-card';
import { Messages } from '../../features/contact/admin/messages';
import { Toolbar } from '../../ui/toolbar';

/** The messages, and beside them what visitors see of those who run the calendar. */
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
