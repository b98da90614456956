import { useState } from 'react';
import type { Alert } from '../../server/features/alerts/alerts.contract';
import { request } from '../runtime/request';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Notice } from '../ui/notice';
import { sentenceOf } from './alert-words';
import type { AlertWindowProps } from './window';

/** Asks before an alert is deleted. */
export default function DeleteAlert({
  t,
  organisationId,
  alert: { alertId, alertName },
  onClose,
  onDone,
}: AlertWindowProps & { alert: Alert }) {
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const remove = async () => {
    setSending(true);
    try {
      await request(`/rest/v1/alert/participant/${organisationId}/alert/${alertId}`, { method: 'DELETE' });
      onDone(t('alerts.deleted', { name: alertName }));
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
      <Button tone="danger" onClick={() => void remove()} disabled={sending} busy={sending}>
        {t('alerts.delete')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      size="small"
      title={t('alerts.confirmDelete')}
      closeLabel={t('global.close')}
      onClose={onClose}
      busy={sending}
      footer={footer}
    >
      <p>
        <strong>{alertName}</strong>
      </p>
      <p>{t('alerts.deleteSentence')}</p>
      {problem !== null && <Notice tone="error">{problem}</Notice>}
    </Dialog>
  );
}
