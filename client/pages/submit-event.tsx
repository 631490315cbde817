import { usePageTitle } from '../platform/title';

export default function SubmitEventPage() {
  usePageTitle('Lägg till lopp');
  return (
    <div className="page">
      <h1 className="type-title">Lägg till lopp</h1>
    </div>
  );
}
