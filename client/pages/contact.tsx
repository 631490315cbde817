import { usePageTitle } from '../platform/title';

export default function ContactPage() {
  usePageTitle('Kontakt');
  return (
    <div className="page">
      <h1 className="type-title">Kontakt</h1>
    </div>
  );
}
