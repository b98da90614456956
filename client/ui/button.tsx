import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from 'react';
import s from './button.module.css';
import { classNames } from './class-names';
import { Icon, type IconName } from './icon';

interface Look {
  tone?: 'plain' | 'primary' | 'quiet' | 'danger' | undefined;
  size?: 'normal' | 'small' | undefined;
  icon?: IconName | undefined;
  /** The words stay for screen readers; only the icon is seen. Needs `icon`. */
  iconOnly?: boolean | undefined;
  wide?: boolean | undefined;
  children: ReactNode;
}

export type ButtonProps = Look & { busy?: boolean | undefined } & ButtonHTMLAttributes<HTMLButtonElement>;
export type LinkButtonProps = Look & AnchorHTMLAttributes<HTMLAnchorElement> & { href: string };

function look({ tone = 'plain', size, iconOnly, wide }: Omit<Look, 'children'>, extra: string | undefined) {
  return classNames(
    s.button,
    tone !== 'plain' && s[tone],
    size === 'small' && s.small,
    iconOnly && s.iconOnly,
    wide && s.wide,
    extra,
  );
}

function content({ icon, iconOnly, children }: Look) {
  return (
    <>
      {icon && <Icon name={icon} />}
      {iconOnly ? <span className="visually-hidden">{children}</span> : children}
    </>
  );
}

/** A button; `type` is `button` unless said otherwise, so that none submits by accident. */
export function Button({
  tone,
  size,
  icon,
  iconOnly,
  wide,
  busy,
  children,
  className,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={look({ tone, size, iconOnly, wide }, className)}
      aria-busy={busy || undefined}
      {...rest}
    >
      {content({ icon, iconOnly, children })}
    </button>
  );
}

/** A link that looks like a button, for going somewhere or fetching a file. */
export function LinkButton({ tone, size, icon, iconOnly, wide, children, className, ...rest }: LinkButtonProps) {
  return (
    <a className={look({ tone, size, iconOnly, wide }, className)} {...rest}>
      {content({ icon, iconOnly, children })}
    </a>
  );
}
