import { useEffect, useRef, type ReactNode } from 'react';
import { Icon } from './icon';
import s from './page-header.module.css';

export interface PageHeaderProps {
  title: string;
  /** One sentence: what the page is for. */
  sentence?: ReactNode;
  badge?: ReactNode;
  back?: { label: string; href: string } | { label: string; onClick: () => void };
  /** A line above the title. */
  above?: ReactNode;
  actions?: ReactNode;
  /** After a change of view in the browser: whoever listens or tabs starts here. */
  takesFocus?: boolean;
}

export function PageHeader({ title, sentence, badge, back, above, actions, takesFocus }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <header className={s.header}>
      <div className={s.words}>
        {back &&
          ('href' in back ? (
            <a className={s.back} href={back.href}>
              <Icon name="left" size={14} />
              {back.label}
            </a>
          ) : (
            <button type="button" className={s.back} onClick={back.onClick}>
              <Icon name="left" size={14} />
              {back.label}
            </button>
          ))}
        {above}
        <h1 ref={heading} className={s.title} tabIndex={takesFocus === undefined ? undefined : -1}>
          {title}
          {badge}
        </h1>
        {sentence && <p className={s.sentence}>{sentence}</p>}
      </div>
      {actions && <div className={s.actions}>{actions}</div>}
    </header>
  );
}
