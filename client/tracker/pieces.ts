import { h } from './dom';
import s from './tracker.module.css';

interface ButtonLook {
  onClick(): void;
  kind?: 'primary' | 'plain' | 'danger' | undefined;
  disabled?: boolean;
  label?: string | undefined;
}

/** A button that a glove hits. */
export function bigButton(text: string, { onClick, kind = 'plain', disabled = false, label }: ButtonLook) {
  return h(
    'button',
    {
      type: 'button',
      class: [s.button, s[kind]].join(' '),
      disabled,
      'aria-label': label,
      on: { click: onClick },
    },
    text,
  );
}

interface TileLook {
  image?: string | null;
  note?: string | null;
  pressed?: boolean;
  express?: boolean;
  onClick(): void;
}

export function tile(name: string, { image, note, pressed, express, onClick }: TileLook) {
  return h(
    'button',
    {
      type: 'button',
      class: [s.tile, express && s.expressTile].filter(Boolean).join(' '),
      'aria-pressed': pressed === undefined ? null : String(pressed),
      on: { click: onClick },
    },
    image ? h('img', { src: image, alt: '', class: s.picture, loading: 'lazy' }) : null,
    h('span', { class: s.tileName }, name),
    note ? h('span', { class: s.tileNote }, note) : null,
  );
}

/** The screen's own heading, to which the reading place goes when it opens. */
export const heading = (text: string) => h('h1', { class: s.heading, tabindex: '-1' }, text);

export const screenOf = (className: string | undefined, ...children: (HTMLElement | null)[]) =>
  h('main', { id: 'main', class: [s.screen, className].filter(Boolean).join(' ') }, children);
