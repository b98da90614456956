import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react';
import { Button } from './button';
import { classNames } from './class-names';
import s from './dialog.module.css';

export interface DialogProps {
  open: boolean;
  title: string;
  /** A word about its state, after the title. */
  badge?: ReactNode;
  sentence?: string;
  closeLabel: string;
  /** Called after Escape, the close button or a click beside the dialog; the owner then sets `open` to false. */
  onClose: () => void;
  size?: 'small' | 'medium' | 'large';
  /** Work under way: the dialog then cannot be closed by accident. */
  busy?: boolean;
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * Where the focus was, or what has come in its place since: the same row, loaded again. Where that is gone or cannot be pressed
 * any more, the dialog below or the head of the page.
 */
function giveFocusBack(before: Element | null): void {
  const { key } = before instanceof HTMLElement ? before.dataset : {};
  const again =
    before?.isConnected || key === undefined
      ? before
      : [...document.querySelectorAll('[data-key]')].find((row) => row.getAttribute('data-key') === key);
  if (again instanceof HTMLElement && again !== document.body && again.isConnected && !again.matches(':disabled'))
    return again.focus();
  const below = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1);
  (below?.querySelector('button') ?? document.querySelector<HTMLElement>('main h1'))?.focus();
}

/** A modal on the native `<dialog>`: focus stays inside and goes back to where it was. */
export function Dialog({
  open,
  title,
  badge,
  sentence,
  closeLabel,
  onClose,
  size = 'medium',
  busy,
  footer,
  children,
}: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const before = useRef<Element | null>(null);
  const titleId = useId();
  const sentenceId = useId();

  useEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    if (open && !dialog.open) {
      before.current = document.activeElement;
      dialog.showModal();
    } else if (!open && dialog.open) {
      dialog.close();
    }
  }, [open]);

  useEffect(() => () => giveFocusBack(before.current), []);

  const onBackdrop = (event: MouseEvent) => {
    if (event.target === element.current && !busy) onClose();
  };

  return (
    <dialog
      ref={element}
      className={classNames('dialog', s.dialog, size !== 'medium' && s[size])}
      aria-labelledby={titleId}
      aria-describedby={sentence ? sentenceId : undefined}
      onCancel={(event) => {
        // A file chooser in it that is left without a choice bubbles the same event.
        if (event.target !== element.current) return;
        // Its owner closes it: the browser would do so some time before the page hears of it, which may open another in between.
        event.preventDefault();
        if (!busy) onClose();
      }}
      onClose={() => {
        if (open) onClose();
      }}
      onMouseDown={onBackdrop}
    >
      {open && (
        <>
          <div className={s.head}>
            <div className={s.title}>
              <h2 id={titleId}>
                {title}
                {badge && <> {badge}</>}
              </h2>
              {sentence && (
                <p id={sentenceId} className={s.sentence}>
                  {sentence}
                </p>
              )}
            </div>
            <Button tone="quiet" icon="cross" iconOnly onClick={onClose} disabled={busy}>
              {closeLabel}
            </Button>
          </div>
          <div className={s.body}>{children}</div>
          {footer && <div className={s.foot}>{footer}</div>}
        </>
      )}
    </dialog>
  );
}
