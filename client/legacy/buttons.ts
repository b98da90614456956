import { classNames } from '../ui/class-names';
import s from '../ui/button.module.css';
import { el, icon, type Attributes } from './element';

interface ButtonSpec {
  label: string;
  tone?: 'primary' | 'danger' | 'quiet';
  small?: boolean;
  drawing?: Parameters<typeof icon>[0];
  /** The drawing alone is seen; the label is read out. */
  iconOnly?: boolean;
  type?: 'button' | 'submit';
  disabled?: boolean;
  /** More of what a screen reader says, where several buttons have the same words. */
  about?: string;
  /** By its key the focus finds the button again after a reload. */
  key?: string;
  onClick?: () => void;
}

const classesOf = ({ tone, small, iconOnly }: ButtonSpec) => classNames(s.button, tone && s[tone], small && s.small, iconOnly && s.iconOnly);

function contents(spec: ButtonSpec) {
  const about = spec.about === undefined ? null : el('span', { class: 'visually-hidden' }, ` ${spec.about}`);
  return [spec.drawing && icon(spec.drawing), spec.iconOnly ? el('span', { class: 'visually-hidden' }, spec.label) : spec.label, about];
}

export function button(spec: ButtonSpec): HTMLButtonElement {
  const attributes: Attributes = { type: spec.type ?? 'button', class: classesOf(spec), disabled: spec.disabled, 'data-key': spec.key };
  if (spec.onClick) attributes.on = { click: spec.onClick };
  return el('button', attributes, ...contents(spec));
}

export function linkButton(spec: ButtonSpec & { href: string; download?: boolean }): HTMLAnchorElement {
  return el('a', { class: classesOf(spec), href: spec.href, download: spec.download }, ...contents(spec));
}
