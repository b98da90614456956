import { useEffect, useState, type ReactNode } from 'react';
import type { BaselineDetails, Readiness } from '../../server/features/baselines/baselines.contract';
import { manageBaselineHref } from '../../server/features/baselines/manage-link.rules';
import { waitingDaysOf, type UnconfirmedIds } from '../../server/features/calendar/confirm-days.rules';
import { defineIsland } from '../runtime/define-island';
import { request } from '../runtime/request';
import { Button, LinkButton } from '../ui/button';
import { Dialog } from '../ui/dialog';
import type { FormatSettings } from '../ui/format';
import { Progress } from '../ui/progress';
import { Beta } from './content';
import { linkedModal, type LinkedModal } from './modal-link.rules';
import { words, type BaselineTranslate } from './words';

export interface BaselineModalsProps {
  t: BaselineTranslate;
  settings: FormatSettings;
  /** Whether the person may edit baselines. */
  mayManage: boolean;
  unconfirmed: UnconfirmedIds;
}

type Showing = Omit<BaselineModalsProps, 'mayManage'>;

type Step = { at: 'loading' } | { at: 'failed' } | { at: 'ready'; show(how: Showing): ReactNode };

/** Most people open no modal: what one shows is fetched together with its figures. */
async function load({ kind, locationId, wasteStageId }: LinkedModal, signal: AbortSignal): Promise<Step> {
  const query = { locationId, wasteStageId };
  if (kind === 'readiness') {
    const [{ ReadinessContent }, data] = await Promise.all([
      import('./readiness-content'),
      request<Readiness>('/rest/v1/baseline/readiness', { query, signal }),
    ]);
    return { at: 'ready', show: ({ t, settings }) => <ReadinessContent data={data} {...{ t, settings }} level="h3" /> };
  }
  const [{ DetailContent }, data] = await Promise.all([
    import('./detail-content'),
    request<BaselineDetails>('/rest/v1/baseline/details', { query, signal }),
  ]);
  return {
    at: 'ready',
    show: ({ t, settings, unconfirmed }) => (
      <DetailContent {...{ data, t, settings }} waiting={waitingDaysOf(unconfirmed, data.locationId)} level="h3" />
    ),
  };
}

/** Opens the readiness and the baseline details above the page, wherever a link on it leads to one of their pages. */
function BaselineModals({ t, settings, mayManage, unconfirmed }: BaselineModalsProps) {
  const [modal, setModal] = useState<LinkedModal | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [step, setStep] = useState<Step>({ at: 'loading' });

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest('a');
      if (
        !link ||
        event.defaultPrevented ||
        event.button ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey ||
        event.altKey ||
        link.target ||
        link.closest('dialog')
      )
        return;
      const linked = linkedModal(new URL(link.href, window.location.href), window.location.origin);
      if (!linked) return;
      event.preventDefault();
      setStep({ at: 'loading' });
      setModal(linked);
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, []);

  useEffect(() => {
    if (!modal) return;
    const going = new AbortController();
    load(modal, going.signal).then(
      (ready) => {
        if (!going.signal.aborted) setStep(ready);
      },
      () => {
        if (!going.signal.aborted) setStep({ at: 'failed' });
      },
    );
    return () => going.abort();
  }, [modal, attempt]);

  const again = () => {
    setStep({ at: 'loading' });
    setAttempt(attempt + 1);
  };
  const kind = modal?.kind ?? 'readiness';
  const manageHref = mayManage && modal ? manageBaselineHref(modal) : null;
  return (
    <Dialog
      open={modal !== null}
      title={t(`baselineModals.${kind}.title`)}
      badge={modal?.kind === 'readiness' && <Beta>{t('baselineModals.beta')}</Beta>}
      sentence={t(`baselineModals.${kind}.lead`)}
      closeLabel={t('baselineModals.close')}
      size="large"
      onClose={() => setModal(null)}
      footer={
        <>
          {manageHref && (
            <LinkButton tone="quiet" href={manageHref}>
              {t('baselineModals.manage')}
            </LinkButton>
          )}
          <LinkButton tone="quiet" href={modal?.href ?? ''}>
            {t('baselineModals.fullPage')}
          </LinkButton>
          <Button onClick={() => setModal(null)}>{t('baselineModals.close')}</Button>
        </>
      }
    >
      {step.at === 'loading' && <Progress label={t('baselineModals.loading')} />}
      {step.at === 'failed' && (
        <div role="alert" className="stack">
          <p>{t('baselineModals.failed')}</p>
          <p>
            <Button icon="sync" onClick={again}>
              {t('baselineModals.again')}
            </Button>
          </p>
        </div>
      )}
      {step.at === 'ready' && step.show({ t, settings, unconfirmed })}
    </Dialog>
  );
}

export const baselineModals = defineIsland('baselines/baseline-modals', BaselineModals, words);
export default baselineModals;
