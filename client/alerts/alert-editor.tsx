import { useCallback, useEffect, useId, useRef, useState, type FormEvent } from 'react';
import type { Currency, Hierarchy } from '../../server/domain/catalogue/refdata.contract';
import type { SiteLookup } from '../../server/domain/places/sites.contract';
import {
  bodyOf,
  draftOf,
  faultsOf,
  longestName,
  newDraft,
  type AlertDraft,
} from '../../server/features/alerts/alert-form.rules';
import type { Alert } from '../../server/features/alerts/alerts.contract';
import { request, RequestError } from '../runtime/request';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { FormField } from '../ui/form-field';
import { Loaded, useLoading } from '../ui/loaded';
import { Notice } from '../ui/notice';
import { reveal } from '../ui/reveal';
import { AlertPreview } from './alert-preview';
import { sentenceOf } from './alert-words';
import s from './alerts.module.css';
import { EquationFields } from './equation-fields';
import { ParameterFields } from './parameter-fields';
import { PlaceFields } from './place-fields';
import type { AlertWindowProps } from './window';

export interface AlertChoices {
  /** Active ones alone. */
  sites: SiteLookup;
  currencies: Currency[];
  hierarchies: Hierarchy[];
}

interface AlertEditorProps extends AlertWindowProps {
  /** null: a new one. */
  alert: Alert | null;
  /** What a new one begins with. */
  begun: AlertDraft | null;
  readOnly: boolean;
  currencyCode: string;
}

/** One alert: what it watches, what it compares, and which values it asks for. */
export default function AlertEditor({
  t,
  format,
  organisationId,
  alert,
  begun,
  readOnly,
  currencyCode,
  onClose,
  onDone,
}: AlertEditorProps) {
  const id = useId();
  const top = useRef<HTMLDivElement>(null);
  const [draft, setDraft] = useState<AlertDraft>(() => (alert ? draftOf(alert) : (begun ?? newDraft(currencyCode))));
  const [sending, setSending] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [outdated, setOutdated] = useState(false);
  const change = (part: Partial<AlertDraft>) => setDraft((before) => ({ ...before, ...part }));
  const faults = faultsOf(draft);
  useEffect(() => {
    if (problem !== null) reveal(top.current);
  }, [problem]);

  const load = useCallback(
    async (signal: AbortSignal): Promise<AlertChoices> => {
      const [sites, currencies, hierarchies] = await Promise.all([
        request<SiteLookup>('/rest/v1/sites', { query: { organisationId, status: 'A' }, signal }),
        request<Currency[]>('/rest/v1/refdata/currency', { signal }),
        request<Hierarchy[]>('/rest/v1/refdata/0/hiers', { query: { organisationId }, signal }),
      ]);
      return { sites, currencies, hierarchies };
    },
    [organisationId],
  );
  const loading = useLoading(load);

  const send = async () => {
    setSending(true);
    setProblem(null);
    setErrors({});
    try {
      const address = `/rest/v1/alert/participant/${organisationId}/alert`;
      await request(alert ? `${address}/${alert.alertId}` : address, {
        method: alert ? 'PUT' : 'POST',
        body: bodyOf(draft),
      });
      onDone(t('alerts.saved', { name: draft.alertName.trim() }));
      onClose();
    } catch (error) {
      setErrors(error instanceof RequestError ? error.fields : {});
      setOutdated(error instanceof RequestError && error.status === 409);
      setProblem(sentenceOf(t)(error));
      setSending(false);
    }
  };
  /** What the other editor has saved; what was written here is given up. */
  const takeNewer = async () => {
    try {
      const all = await request<Alert[]>(`/rest/v1/alert/participant/${organisationId}`);
      const newer = all.find(({ alertId }) => alertId === alert?.alertId);
      if (!newer) return onClose();
      setDraft(draftOf(newer));
      setOutdated(false);
      setProblem(null);
    } catch (error) {
      setProblem(sentenceOf(t)(error));
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!sending && faults.length === 0) void send();
  };

  const title = readOnly
    ? t('editAlertsModal.viewTitle')
    : t(alert ? 'editAlertsModal.editTitle' : 'editAlertsModal.newTitle');
  const footer = readOnly ? (
    <Button onClick={onClose}>{t('global.close')}</Button>
  ) : (
    <>
      <Button onClick={onClose} disabled={sending}>
        {t('global.cancel')}
      </Button>
      <Button
        type="submit"
        form={id}
        tone="primary"
        disabled={sending || faults.length > 0 || loading.data === null}
        busy={sending}
      >
        {t('editAlertsModal.save')}
      </Button>
    </>
  );
  const part = { t, draft, errors, change, setDraft };
  return (
    <Dialog
      open
      size="large"
      title={title}
      closeLabel={t('global.close')}
      onClose={onClose}
      busy={sending}
      footer={footer}
    >
      <div ref={top} className={s.problem}>
        {problem !== null && (
          <Notice tone="error">
            <p>{problem}</p>
            {outdated && (
              <Button size="small" icon="sync" onClick={() => void takeNewer()}>
                {t('editAlertsModal.takeNewer')}
              </Button>
            )}
          </Notice>
        )}
      </div>
      <Loaded from={loading} sentenceOf={sentenceOf(t)}>
        {(choices) => (
          <form id={id} noValidate onSubmit={onSubmit} className={s.editor}>
            <fieldset className={s.part} disabled={readOnly || sending}>
              <legend>{t('editAlertsModal.general')}</legend>
              <FormField
                name="alertName"
                id={`${id}-name`}
                label={t('editAlertsModal.name')}
                value={draft.alertName}
                maxLength={longestName}
                required
                autoComplete="off"
                error={errors.alertName}
                onChange={(event) => change({ alertName: event.target.value })}
                className={s.whole}
              />
              <FormField
                kind="textarea"
                name="alertDesc"
                id={`${id}-desc`}
                label={t('editAlertsModal.description')}
                value={draft.alertDesc}
                maxLength={500}
                rows={2}
                required
                error={errors.alertDesc}
                onChange={(event) => change({ alertDesc: event.target.value })}
                className={s.whole}
              />
              <PlaceFields {...part} sites={choices.sites} alert={alert} />
            </fieldset>
            <fieldset className={s.part} disabled={readOnly || sending}>
              <legend>{t('editAlertsModal.equation')}</legend>
              <EquationFields {...part} id={id} currencies={choices.currencies} />
            </fieldset>
            <ParameterFields
              {...part}
              organisationId={organisationId}
              hierarchies={choices.hierarchies}
              readOnly={readOnly || sending}
            />
            <AlertPreview t={t} format={format} organisationId={organisationId} draft={draft} />
          </form>
        )}
      </Loaded>
    </Dialog>
  );
}
