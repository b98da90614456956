import { useState } from 'react';
import { closeView, useAddress, writeAddress } from '../../../client/legacy/address';
import { UserList } from './user-list';
import { UserView } from './user-view';

/** The list, or the person that the address names. */
export function UsersPage() {
  const userId = Number(useAddress().get('user'));
  const [arrived, setArrived] = useState(false);
  const open = (user: number) => {
    setArrived(true);
    writeAddress({ user }, { opens: true });
  };
  const back = () => {
    setArrived(true);
    closeView({ user: null });
  };
  return Number.isSafeInteger(userId) && userId > 0 ? (
    <UserView key={userId} userId={userId} arrived={arrived} onBack={back} />
  ) : (
    <UserList arrived={arrived} onOpen={open} />
  );
}
