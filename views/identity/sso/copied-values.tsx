import { copyText } from '../../../client/identity/copy-text.island';
import { Island } from '../../layout/island';
import s from './sso.module.css';

/** Values that go into another program as they are. */
export function CopiedValues({ values }: { values: { label: string; text: string }[] }) {
  return (
    <dl className={s.copied}>
      {values.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <code className={s.value}>{text}</code>
            <Island of={copyText} when="load" props={{ text, name: label }} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
