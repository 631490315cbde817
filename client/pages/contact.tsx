import { ContactDetails } from '#client/features/contact/contact-details.tsx';
import { ContactForm } from '#client/features/contact/contact-form.tsx';
import { useContactInfo } from '#client/features/contact/use-contact-info.ts';
import { usePageTitle } from '#client/platform/navigation/title.ts';

export default function ContactPage() {
  usePageTitle('Kontakt');
  const info = useContactInfo();
  return (
    <div className="page">
      <div className="page-head">
        <h1 className="type-title">Kontakt</h1>
      </div>
      <div className="form-page form-page-contact">
        <ContactForm />
        {info && <ContactDetails info={info} />}
      </div>
    </div>
  );
}
