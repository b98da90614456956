import { useEffect, useState } from 'react';
import { defineIsland } from '../runtime/define-island';
import { sentences, type Speak } from '../runtime/sentences';
import { Fold } from '../ui/fold';
import s from './shortcuts.module.css';

const words = sentences(
  'machineVision.shortcuts.title',
  'machineVision.shortcuts.on',
  'machineVision.shortcuts.needScript',
);

interface ShortcutsProps {
  keys: { keys: string; says: string }[];
}

const kept = 'tare.machineVision.shortcutsOff';

/** Storage may be closed to the page: the keys work all the same. */
function isOff(): boolean {
  try {
    return window.localStorage.getItem(kept) !== null;
  } catch {
    return false;
  }
}

function keepOff(off: boolean): void {
  try {
    if (off) window.localStorage.setItem(kept, '1');
    else window.localStorage.removeItem(kept);
  } catch {
    // It holds for this page alone then.
  }
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('select, textarea, input:not([type=checkbox])'));

/** Presses what stands for a key on the page, or goes to it where it is a field. */
function press(element: HTMLElement): void {
  const fold = element.closest('details');
  if (fold) fold.open = true;
  if (element.matches('input:not([type=checkbox])')) element.focus();
  else element.click();
}

/** The keys of the queue, listed, with a way to turn them off. */
function Shortcuts({ keys, t }: ShortcutsProps & { t: Speak<typeof words> }) {
  const [awake, setAwake] = useState(false);
  const [on, setOn] = useState(true);

  useEffect(() => {
    setAwake(true);
    setOn(!isOff());
  }, []);

  useEffect(() => {
    if (!awake || !on) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return;
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
      const element = [...document.querySelectorAll<HTMLElement>('[data-shortcut]')].find(
        ({ dataset }) => dataset.shortcut === event.key.toLowerCase(),
      );
      if (!element) return;
      event.preventDefault();
      press(element);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [awake, on]);

  return (
    <Fold quiet className={s.shortcuts} title={t('machineVision.shortcuts.title')}>
      <dl className={s.keys}>
        {keys.map(({ keys: key, says }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
      {awake ? (
        <label className={s.toggle}>
          <input
            type="checkbox"
            checked={on}
            onChange={(event) => {
              setOn(event.target.checked);
              keepOff(!event.target.checked);
            }}
          />
          <span>{t('machineVision.shortcuts.on')}</span>
        </label>
      ) : (
        <p>{t('machineVision.shortcuts.needScript')}</p>
      )}
    </Fold>
  );
}

export const shortcuts = defineIsland('machine-vision/shortcuts', Shortcuts, words);
export default shortcuts;
