import { usePageTitle } from '../platform/title';

export default function MapPage() {
  usePageTitle('Karta');
  return (
    <div className="page">
      <h1 className="type-title">Karta</h1>
    </div>
  );
}
