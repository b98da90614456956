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
const drawings = {
  cross: 'm4 4 8 8m0-8-8 8',
  plus: 'M8 3v10M3 8h10',
  sort: 'm5 6.25 3-3 3 3M5 9.75l3 3 3-3',
  asc: 'M8 13V3.5M4.5 7 8 3.5 11.5 7',
  desc: 'M8 3v9.5M4.5 9 8 12.5 11.5 9',
  left: 'm9.75 4-4 4 4 4',
  download: 'M8 2.5v7.25M4.75 6.75 8 10l3.25-3.25M3 13.5h10',
  filter: 'M2.5 4h11M4.5 8h7M6.5 12h3',
  lock: 'M3.25 7h9.5v6.5h-9.5zM5.25 7V5a2.75 2.75 0 0 1 5.5 0v2',
  check: 'm3 8.5 3.25 3.25L13 4.75',
};

/** A 16 px drawing in the text's colour, hidden from screen readers: the words beside it carry the meaning. */
export function icon(name: keyof typeof drawings, size = 16): SVGSVGElement {
  const svg = document.createElementNS(namespace, 'svg');
  for (const [key, value] of Object.entries({ width: size, height: size, viewBox: '0 0 16 16', 'aria-hidden': 'true', focusable: 'false' })) svg.setAttribute(key, String(value));
  const path = document.createElementNS(namespace, 'path');
  for (const [key, value] of Object.entries({ d: drawings[name], fill: 'none', stroke: 'currentColor', 'stroke-width': '1.5', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' })) path.setAttribute(key, value);
  svg.append(path);
  return svg;
}
