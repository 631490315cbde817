import { useMatch } from 'react-router-dom';
import { ManageView } from '#client/features/watches/manage-view.tsx';
import { usePageTitle } from '#client/platform/navigation/title.ts';

export default function WatchesPage() {
  usePageTitle('Dina bevakningar');
  const { token = '' } = useMatch('/bevakning/:token')?.params ?? {};
  return (
    <div className="page">
      <div className="page-head">
        <h1 className="type-title">Dina bevakningar</h1>
      </div>
      <ManageView key={token} token={token} />
    </div>
  );
}
