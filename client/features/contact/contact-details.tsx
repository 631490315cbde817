import { Clock, type LucideIcon, Mail, MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { MailLink } from '#client/ui/mail-link.tsx';
import { PhoneLink } from '#client/ui/phone-link.tsx';
import type { ContactInfo } from '#src/features/contact/contract.ts';

function Row({ icon: Icon, label, children }: { icon: LucideIcon; label: string; children: ReactNode }) {
  return (
    <li className="contact-row">
      <Icon size={20} aria-hidden="true" />
      <div>
        <span className="contact-label">{label}</span>
        <span className="contact-value">{children}</span>
      </div>
    </li>
  );
}

export function ContactDetails({ info }: { info: ContactInfo }) {
  const { company_name, description, address, phone, email, business_hours } = info;
  if (!Object.values(info).some(Boolean)) return null;
  return (
    <section className="contact-details" aria-label="Kontaktuppgifter">
      {company_name && <h2 className="type-section">{company_name}</h2>}
      {description && <p className="contact-description">{description}</p>}
      <ul>
        {address && (
          <Row icon={MapPin} label="Adress">
            {address}
          </Row>
        )}
        {phone && (
          <Row icon={Phone} label="Telefon">
            <PhoneLink phone={phone} />
          </Row>
        )}
        {email && (
          <Row icon={Mail} label="E-post">
            <MailLink email={email} />
          </Row>
        )}
        {business_hours && (
          <Row icon={Clock} label="Öppettider">
            {business_hours}
          </Row>
        )}
      </ul>
    </section>
  );
}
