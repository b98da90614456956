import { useCallback, useEffect, useRef, useState } from 'react';
import { Icon, type IconName } from './icon';
import s from './toast.module.css';

export type ToastTone = 'info' | 'success' | 'error';
export interface Toast {
  id: number;
  text: string;
  tone: ToastTone;
}

const shownForMs = 6000;

/** The messages of one island. Errors stay until they are closed, the others leave after six seconds. */
export function useToasts(): {
  toasts: Toast[];
  say: (text: string, tone?: ToastTone) => void;
  dismiss: (id: number) => void;
} {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const next = useRef(1);
  const timers = useRef(new Set<number>());
  const dismiss = useCallback((id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)), []);
  const say = useCallback(
    (text: string, tone: ToastTone = 'info') => {
      const id = next.current++;
      setToasts((all) => [...all.slice(-2), { id, text, tone }]);
      if (tone !== 'error') timers.current.add(window.setTimeout(() => dismiss(id), shownForMs));
    },
    [dismiss],
  );
  useEffect(() => {
    const running = timers.current;
    return () => running.forEach((timer) => window.clearTimeout(timer));
  }, []);
  return { toasts, say, dismiss };
}

/** Where they are shown and read out; keep it mounted, or the first message is not announced. */
export function ToastRegion({
  toasts,
  onDismiss,
  closeLabel,
}: {
  toasts: Toast[];
  onDismiss: (id: number) => void;
  closeLabel: string;
}) {
  const region = useRef<HTMLDivElement>(null);
  // Shown again with each message, so that it lies above a dialog that was opened meanwhile.
  useEffect(() => {
    region.current?.hidePopover();
    region.current?.showPopover();
  }, [toasts.length]);
  return (
    <div ref={region} popover="manual" className={s.region} role="status" aria-live="polite">
      {toasts.map((toast) => (
        <div key={toast.id} className={s.toast} role={toast.tone === 'error' ? 'alert' : undefined}>
          <Icon name={toast.tone satisfies IconName} />
          <span>{toast.text}</span>
          <button type="button" aria-label={closeLabel} onClick={() => onDismiss(toast.id)}>
            <Icon name="cross" />
          </button>
        </div>
      ))}
    </div>
  );
}
