import { ContactDetails } from '../features/contact/contact-details';
import { ContactForm } from '../features/contact/contact-form';
import { useContactInfo } from '../features/contact/use-contact-info';
import { usePageTitle } from '../platform/navigation/title';

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
