import { InfoCard } from '#client/features/contact/admin/info-card.tsx';
import { Messages } from '#client/features/contact/admin/messages.tsx';
import { Toolbar } from '#client/ui/toolbar.tsx';

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
