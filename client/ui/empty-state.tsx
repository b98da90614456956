import type { ReactNode } from 'react';
import s from './empty-state.module.css';

/** Nothing there: says why and offers the next step. The drawing is a scale at rest. */
export function EmptyState({ title, sentence, actions }: { title: string; sentence?: ReactNode; actions?: ReactNode }) {
  const ticks = Array.from({ length: 21 }, (_, at) => at);
  return (
    <section className={s.empty}>
      <svg className={s.scale} viewBox="0 0 240 16" aria-hidden="true" focusable="false">
        {ticks.map((at) => (
          <path key={at} d={`M${2 + at * 11.8} 16v${at % 5 === 0 ? -10 : -6}`} stroke="currentColor" strokeWidth="1" />
        ))}
        <path className={s.zero} d="M2 16V0" stroke="currentColor" strokeWidth="2.5" />
      </svg>
      <h2>{title}</h2>
      {sentence && <p className={s.sentence}>{sentence}</p>}
      {actions && <div className={s.actions}>{actions}</div>}
    </section>
  );
}
