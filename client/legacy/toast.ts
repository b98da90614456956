import s from '../ui/toast.module.css';
import { el, icon } from './element';

const shownForMs = 6_000;
const region = el('div', { class: s.region, role: 'status', 'aria-live': 'polite' });

/** Says for six seconds what has been done, and has it read out. The region must be there before the first message. */
export function say(text: string, closeLabel: string): void {
  const toast: HTMLElement = el('div', { class: s.toast }, icon('check'), el('span', {}, text),
    el('button', { type: 'button', 'aria-label': closeLabel, on: { click: () => toast.remove() } }, icon('cross')));
  region.append(toast);
  while (region.children.length > 3) region.firstElementChild?.remove();
  setTimeout(() => toast.remove(), shownForMs);
}

export function mountToasts(): void {
  document.body.append(region);
}
