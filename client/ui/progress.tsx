import s from './progress.module.css';

/** Work that takes a while. Without `value` it only says that something goes on; `figure` is the words, such as "120 of 400". */
export function Progress({
  label,
  value,
  max = 100,
  figure,
}: {
  label: string;
  value?: number;
  max?: number;
  figure?: string;
}) {
  return (
    <label className={s.progress}>
      <span className={s.label}>{label}</span>
      {figure && <output className={s.figure}>{figure}</output>}
      <progress className={s.bar} value={value} max={max} />
    </label>
  );
}
