import { lines } from '../ui/drawings';
import s from '../ui/icon.module.css';

export type Child = Node | string | null | undefined | false;

type Listeners = { [E in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[E]) => void };

export interface Attributes {
  on?: Listeners;
  /** Everything else is an attribute; true is an empty one, false and undefined none. */
  [name: string]: string | number | boolean | undefined | Listeners;
}

/** An element with its attributes, listeners and children. Text stays text: nothing here reads HTML. */
export function el<K extends keyof HTMLElementTagNameMap>(tag: K, { on = {}, ...attributes }: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false || typeof value === 'object') continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const [name, listener] of Object.entries(on)) element.addEventListener(name, listener as EventListener);
  element.append(...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false));
  return element;
}

const namespace = 'http://www.w3.org/2000/svg';

/** A 16 px drawing in the text's colour, hidden from screen readers: the words beside it carry the meaning. */
export function icon(name: keyof typeof lines, size = 16): SVGSVGElement {
  const svg = document.createElementNS(namespace, 'svg');
  for (const [key, value] of Object.entries({ width: size, height: size, viewBox: '0 0 16 16', 'aria-hidden': 'true', class: s.line ?? '' })) svg.setAttribute(key, String(value));
  const path = document.createElementNS(namespace, 'path');
  path.setAttribute('d', lines[name]);
  svg.append(path);
  return svg;
}
