import { useCallback, useState } from 'react';
import type { Alert, AlertNotification, OrganisationUser } from '../../server/features/alerts/alerts.contract';
import {
  addUser,
  availableUsers,
  changedUsers,
  notifiedOf,
  removeUser,
} from '../../server/features/alerts/notification-choice.rules';
import { request } from '../runtime/request';
import { Button } from '../ui/button';
import { ComboBox } from '../ui/combo-box';
import { DataTable } from '../ui/data-table';
import { Dialog } from '../ui/dialog';
import { Loaded, useLoading } from '../ui/loaded';
import { Notice } from '../ui/notice';
import { sentenceOf } from './alert-words';
import s from './alerts.module.css';
import type { AlertWindowProps } from './window';

interface Loads {
  records: AlertNotification[];
  users: OrganisationUser[];
  /** The window opens without the list of users too; then nobody can be added. */
  usersKnown: boolean;
}

/** Who is told of an alert by e-mail. */
export default function NotifyUsers({
  t,
  organisationId,
  alert,
  onClose,
  onDone,
}: AlertWindowProps & { alert: Alert }) {
  const { alertId, alertName, alertDesc } = alert;
  const address = `/rest/v1/alert/participant/${organisationId}/alert/${alertId}/emailNotifications`;
  const load = useCallback(
    async (signal: AbortSignal): Promise<Loads> => {
      const users = request<OrganisationUser[]>(`/rest/v1/participant/${organisationId}/lpoUsers`, { signal }).then(
        (list) => ({ list, known: true }),
        () => ({ list: [], known: false }),
      );
      const [records, { list, known }] = await Promise.all([request<AlertNotification[]>(address, { signal }), users]);
      return { records, users: list, usersKnown: known };
    },
    [address, organisationId],
  );
  const loading = useLoading(load);
  const [changedRecords, setRecords] = useState<AlertNotification[] | null>(null);
  const records = changedRecords ?? loading.data?.records ?? [];
  const notified = notifiedOf(records);
  const [selected, setSelected] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const add = (users: OrganisationUser[]) => {
    const user = users.find(({ userId }) => String(userId) === selected);
    if (!user) return;
    setRecords(addUser(records, { alertId, user }));
    setSelected(null);
  };
  const send = async () => {
    setSending(true);
    try {
      // Whoever was not touched here may have chosen anew meanwhile.
      const changed = changedUsers(loading.data?.records ?? [], records);
      if (changed.length > 0) await request(address, { method: 'PUT', body: changed });
      onDone(t('alerts.usersUpdated', { name: alertName }));
      onClose();
    } catch (error) {
      setProblem(sentenceOf(t)(error));
      setSending(false);
    }
  };
  const footer = (
    <>
      <Button onClick={onClose} disabled={sending}>
        {t('global.cancel')}
      </Button>
      <Button tone="primary" onClick={() => void send()} disabled={sending || records.length === 0} busy={sending}>
        {t('alerts.update')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      title={alertName}
      sentence={alertDesc}
      closeLabel={t('global.close')}
      onClose={onClose}
      busy={sending}
      footer={footer}
    >
      <div className={s.users}>
        {problem !== null && <Notice tone="error">{problem}</Notice>}
        <Loaded from={loading} sentenceOf={sentenceOf(t)}>
          {({ users, usersKnown }) => (
            <>
              {!usersKnown && <Notice tone="warning">{t('alerts.usersUnknown')}</Notice>}
              <div className={s.adding}>
                <ComboBox
                  label={t('alerts.user')}
                  value={selected}
                  onChange={setSelected}
                  placeholder={t('alerts.chooseUser')}
                  emptyText={t('alerts.nobodyLeft')}
                  openLabel={t('alerts.showUsers')}
                  disabled={!usersKnown}
                  options={availableUsers(users, records).map(({ userId, fullName, emailAddress }) => ({
                    value: String(userId),
                    label: fullName,
                    hint: emailAddress,
                  }))}
                />
                <Button icon="plus" disabled={selected === null} onClick={() => add(users)}>
                  {t('alerts.addUser')}
                </Button>
              </div>
              {notified.length === 0 ? (
                <p>{t('alerts.nobodyNotified')}</p>
              ) : (
                <DataTable
                  id="notified"
                  caption={t('alerts.notified')}
                  phone="blocks"
                  columns={[
                    { key: 'name', label: t('alerts.userName'), primary: true },
                    { key: 'email', label: t('alerts.userEmail') },
                    { key: 'remove', label: t('alerts.controls'), primary: 'side' },
                  ]}
                  rows={notified.map(({ notifyUserId, notifyUserName, notifyEmailAddress }) => ({
                    key: String(notifyUserId),
                    cells: [
                      notifyUserName,
                      notifyEmailAddress,
                      <Button
                        key="remove"
                        size="small"
                        tone="quiet"
                        onClick={() => setRecords(removeUser(records, notifyUserId))}
                      >
                        {t('alerts.remove')}
                        <span className="visually-hidden">{` ${notifyUserName}`}</span>
                      </Button>,
                    ],
                  }))}
                />
              )}
            </>
          )}
        </Loaded>
      </div>
    </Dialog>
  );
}
