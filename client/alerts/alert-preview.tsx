import { useEffect, useRef, useState } from 'react';
import { bodyOf, faultsOf, type AlertDraft } from '../../server/features/alerts/alert-form.rules';
import type { AlertPreview as Preview } from '../../server/features/alerts/alert-preview.contract';
import { request } from '../runtime/request';
import { Button } from '../ui/button';
import { DataTable } from '../ui/data-table';
import type { Format } from '../ui/format';
import { Notice } from '../ui/notice';
import { reveal } from '../ui/reveal';
import { sentenceOf, type AlertTranslate } from './alert-words';
import s from './alerts.module.css';

interface AlertPreviewProps {
  t: AlertTranslate;
  format: Format;
  organisationId: number;
  draft: AlertDraft;
}

/** The name, the description and the version change nothing of what is caught. */
const asked = ({ alertName: _, alertDesc: __, version: ___, ...draft }: AlertDraft) => JSON.stringify(draft);

/** What the alert would have caught in the last 90 days. */
export function AlertPreview({ t, format, organisationId, draft }: AlertPreviewProps) {
  const [found, setFound] = useState<{ of: string; preview: Preview } | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (found !== null || problem !== null) reveal(section.current);
  }, [found, problem]);
  // What it is called does not matter yet.
  const body = {
    ...draft,
    alertName: draft.alertName.trim() || '–',
    alertDesc: draft.alertDesc.trim() || '–',
    version: null,
  };
  const current = asked(draft);
  const look = async () => {
    setBusy(true);
    setProblem(null);
    try {
      setFound({
        of: current,
        preview: await request<Preview>(`/rest/v1/alert/participant/${organisationId}/preview`, {
          method: 'POST',
          body: bodyOf(body),
        }),
      });
    } catch (error) {
      setProblem(sentenceOf(t)(error));
    }
    setBusy(false);
  };
  const shown = found?.of === current ? found.preview : null;
  return (
    <section
      ref={section}
      className={s.preview}
      aria-label={t('editAlertsModal.preview')}
      aria-busy={busy || undefined}
    >
      <div className={s.previewHead}>
        <div>
          <h3>{t('editAlertsModal.preview')}</h3>
          <p className={s.hint}>{t('editAlertsModal.previewHint')}</p>
        </div>
        <Button icon="search" disabled={busy || faultsOf(body).length > 0} busy={busy} onClick={() => void look()}>
          {t('editAlertsModal.look')}
        </Button>
      </div>
      {problem !== null && <Notice tone="error">{problem}</Notice>}
      <p className={s.count} role="status">
        {shown && (
          <>
            {shown.capped && `${t('editAlertsModal.atLeast')} `}
            <span className={s.figure}>{format.number(shown.count)}</span>{' '}
            {t('editAlertsModal.caught', { count: shown.count })}
          </>
        )}
      </p>
      {shown && shown.events.length > 0 && (
        <DataTable
          id="alert-preview"
          caption={t('editAlertsModal.newest')}
          captionShown
          phone="blocks"
          columns={[
            { key: 'at', label: t('editAlertsModal.when'), primary: true },
            { key: 'place', label: t('editAlertsModal.place') },
            { key: 'item', label: t('editAlertsModal.item') },
            { key: 'value', label: t('editAlertsModal.value'), numeric: true, primary: 'side' },
          ]}
          rows={shown.events.map((event) => ({
            key: String(event.eventId),
            cells: [
              event.href ? (
                <a key="at" href={event.href} target="_blank" rel="noopener">
                  {format.dateTime(event.occurredAt, event.timeZone)}
                </a>
              ) : (
                format.dateTime(event.occurredAt, event.timeZone)
              ),
              `${event.siteName} · ${event.locationName}`,
              event.itemName ?? '–',
              draft.alertCompType === 'netWeightAmount' || event.costAmount === null || event.costCurrency === null
                ? format.weight(event.netGrams)
                : format.money(event.costAmount, event.costCurrency),
            ],
          }))}
        />
      )}
    </section>
  );
}
