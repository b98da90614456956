import type { ReactNode } from 'react';
import { Icon } from './icon';
import s from './page-header.module.css';

export interface PageHeaderProps {
  title: string;
  /** One sentence: what the page is for. */
  sentence?: ReactNode;
  badge?: ReactNode;
  back?: { href: string; label: string };
  actions?: ReactNode;
}

export function PageHeader({ title, sentence, badge, back, actions }: PageHeaderProps) {
  return (
    <header className={s.header}>
      <div className={s.words}>
        {back && <a className={s.back} href={back.href}><Icon name="left" size={14} />{back.label}</a>}
        <h1 className={s.title}>{title}{badge}</h1>
        {sentence && <p className={s.sentence}>{sentence}</p>}
      </div>
      {actions && <div className={s.actions}>{actions}</div>}
    </header>
  );
}
