import { classNames } from '../ui/class-names';
import s from '../ui/toast.module.css';
import { el, icon } from './element';
import p from './page.module.css';

const shownForMs = 6_000;
const region = el('div', { class: classNames(s.region, p.toasts), role: 'status', 'aria-live': 'polite', popover: 'manual' });

/** Says for six seconds what has been done, and has it read out. The region must be there before the first message. */
export function say(text: string, closeLabel: string): void {
  const toast: HTMLElement = el('div', { class: s.toast }, icon('check'), el('span', {}, text),
    el('button', { type: 'button', 'aria-label': closeLabel, on: { click: () => toast.remove() } }, icon('cross')));
  region.append(toast);
  while (region.children.length > 3) region.firstElementChild?.remove();
  raise();
  setTimeout(() => toast.remove(), shownForMs);
}

/** Above a dialog that was opened meanwhile, whose backdrop would cover it. */
function raise(): void {
  region.hidePopover();
  region.showPopover();
}

export function mountToasts(): void {
  document.body.append(region);
  region.showPopover();
}
