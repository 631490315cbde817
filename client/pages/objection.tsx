import { useMatch } from 'react-router-dom';
import { StatementView } from '#client/features/objections/statement-view.tsx';
import { usePageTitle } from '#client/platform/navigation/title.ts';

export default function ObjectionPage() {
  usePageTitle('Invänd mot ett beslut');
  const { token = '' } = useMatch('/rules/invandning/:token')?.params ?? {};
  return (
    <div className="page">
      <div className="page-head">
        <h1 className="type-title">Invänd mot ett beslut</h1>
      </div>
      <StatementView key={token} token={token} />
    </div>
  );
}
