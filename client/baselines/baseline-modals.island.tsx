import { useEffect, useState } from 'react';
import type { BaselineDetails, Readiness } from '../../server/features/baselines/baselines.contract';
import { defineIsland } from '../runtime/define-island';
import { request } from '../runtime/request';
import { Button, LinkButton } from '../ui/button';
import { Dialog } from '../ui/dialog';
import type { FormatSettings } from '../ui/format';
import { Progress } from '../ui/progress';
import { Beta } from './content';
import { DetailContent } from './detail-content';
import { linkedModal, type LinkedModal } from './modal-link.rules';
import { ReadinessContent } from './readiness-content';
import { words, type BaselineTranslate } from './words';

export { DetailContent } from './detail-content';
export { ReadinessContent } from './readiness-content';

export interface BaselineModalsProps {
  t: BaselineTranslate;
  settings: FormatSettings;
}

type Answer = { kind: 'readiness'; data: Readiness } | { kind: 'detail'; data: BaselineDetails };
type Step = { at: 'loading' } | { at: 'failed' } | { at: 'ready'; answer: Answer };

async function load({ kind, locationId, wasteStageId }: LinkedModal, signal: AbortSignal): Promise<Answer> {
  const query = { locationId, wasteStageId };
  return kind === 'readiness'
    ? { kind, data: await request<Readiness>('/rest/v1/baseline/readiness', { query, signal }) }
    : { kind, data: await request<BaselineDetails>('/rest/v1/baseline/details', { query, signal }) };
}

/** Opens the readiness and the baseline details above the page, wherever a link on it leads to one of their pages. */
function BaselineModals({ t, settings }: BaselineModalsProps) {
  const [modal, setModal] = useState<LinkedModal | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [step, setStep] = useState<Step>({ at: 'loading' });

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest('a');
      if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target || link.closest('dialog')) return;
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
      (answer) => setStep({ at: 'ready', answer }),
      () => { if (!going.signal.aborted) setStep({ at: 'failed' }); },
    );
    return () => going.abort();
  }, [modal, attempt]);

  const again = () => {
    setStep({ at: 'loading' });
    setAttempt(attempt + 1);
  };
  const kind = modal?.kind ?? 'readiness';
  return (
    <Dialog
      open={modal !== null}
      title={t(`baselineModals.${kind}.title`)}
      badge={modal?.kind === 'readiness' && <Beta>{t('baselineModals.beta')}</Beta>}
      sentence={t(`baselineModals.${kind}.lead`)}
      closeLabel={t('baselineModals.close')}
      size="large"
      onClose={() => setModal(null)}
      footer={<><LinkButton tone="quiet" href={modal?.href ?? ''}>{t('baselineModals.fullPage')}</LinkButton><Button onClick={() => setModal(null)}>{t('baselineModals.close')}</Button></>}
    >
      {step.at === 'loading' && <Progress label={t('baselineModals.loading')} />}
      {step.at === 'failed' && <div role="alert" className="stack"><p>{t('baselineModals.failed')}</p><p><Button icon="sync" onClick={again}>{t('baselineModals.again')}</Button></p></div>}
      {step.at === 'ready' && step.answer.kind === 'readiness' && <ReadinessContent data={step.answer.data} t={t} settings={settings} level="h3" />}
      {step.at === 'ready' && step.answer.kind === 'detail' && <DetailContent data={step.answer.data} t={t} settings={settings} level="h3" />}
    </Dialog>
  );
}

export const baselineModals = defineIsland('baselines/baseline-modals', BaselineModals, words);
export default baselineModals;
