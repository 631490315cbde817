import { Toolbar } from '../../ui/toolbar';

export default function SubmissionsTab() {
  return <Toolbar title="Förfrågningar" />;
}
