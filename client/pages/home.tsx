import { usePageTitle } from '../platform/title';

export default function HomePage() {
  usePageTitle();
  return (
    <div className="page">
      <h1 className="type-title">Hitta din nästa utmaning</h1>
    </div>
  );
}
