import { Toolbar } from '../../ui/toolbar';

export default function UsersTab() {
  return <Toolbar title="Användare" />;
}
