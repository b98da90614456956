import { useEffect, useState, type ReactNode } from 'react';
import type { OwnNarrowing, SecuredNames } from '../../server/domain/places/secured-items.contract';
import { setPath, viewPath, windowOf } from '../../server/features/data-security/data-security-address.rules';
import { defineIsland } from '../runtime/define-island';
import { request } from '../runtime/request';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Progress } from '../ui/progress';
import { words, type DataSecurityTranslate } from './words';

type Which = 'view' | 'set';
interface Handed {
  t: DataSecurityTranslate;
  onClose: () => void;
}
type Step = { at: 'loading' } | { at: 'failed' } | { at: 'ready'; show(handed: Handed): ReactNode };

/** The page may show more or less from now on; the address that opens the window would open it again. */
function showAnew(): void {
  if (window.location.pathname === setPath) window.location.assign(viewPath);
  else window.location.reload();
}

/** Few people open a window on a page: what it shows is fetched together with its data. */
async function load(which: Which, signal: AbortSignal): Promise<Step> {
  if (which === 'view') {
    const [{ ViewWindow }, names] = await Promise.all([
      import('./view-window'),
      request<SecuredNames>('/rest/v1/user/secured-items', { signal }),
    ]);
    return { at: 'ready', show: (handed) => <ViewWindow {...handed} names={names} /> };
  }
  const [{ SetWindow }, own] = await Promise.all([
    import('./set-window'),
    request<OwnNarrowing>('/rest/v1/user/secured-items/own', { signal }),
  ]);
  return { at: 'ready', show: (handed) => <SetWindow {...handed} own={own} onDone={showAnew} /> };
}

/** Opens both windows above the page, wherever the account menu or a link on the page leads to theirs. */
function DataSecurityWindows({ t }: Pick<Handed, 't'>) {
  const [which, setWhich] = useState<Which | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [step, setStep] = useState<Step>({ at: 'loading' });

  useEffect(() => {
    if (window.location.pathname === setPath) setWhich('set');
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
        link.target
      )
        return;
      const wanted = link.origin === window.location.origin ? windowOf(link) : null;
      if (!wanted) return;
      event.preventDefault();
      link.closest('details')?.removeAttribute('open');
      setStep({ at: 'loading' });
      setWhich(wanted);
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, []);

  useEffect(() => {
    if (!which) return;
    const going = new AbortController();
    load(which, going.signal).then(
      (ready) => {
        if (!going.signal.aborted) setStep(ready);
      },
      () => {
        if (!going.signal.aborted) setStep({ at: 'failed' });
      },
    );
    return () => going.abort();
  }, [which, attempt]);

  if (!which) return null;
  const onClose = () => setWhich(null);
  if (step.at === 'ready') return step.show({ t, onClose });
  const again = () => {
    setStep({ at: 'loading' });
    setAttempt(attempt + 1);
  };
  return (
    <Dialog
      open
      title={t(which === 'view' ? 'dataSecurity.title' : 'dataSecurity.set')}
      closeLabel={t('dataSecurity.close')}
      onClose={onClose}
    >
      {step.at === 'loading' ? (
        <Progress label={t('dataSecurity.loading')} />
      ) : (
        <div role="alert" className="stack">
          <p>{t('dataSecurity.loadFailed')}</p>
          <p>
            <Button icon="sync" onClick={again}>
              {t('dataSecurity.again')}
            </Button>
          </p>
        </div>
      )}
    </Dialog>
  );
}

export const dataSecurityWindows = defineIsland('data-security/data-security-windows', DataSecurityWindows, words);
export default dataSecurityWindows;
