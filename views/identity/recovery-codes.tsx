import { keepCodes } from '../../client/identity/keep-codes.island';
import { Island } from '../layout/island';
import { scripted } from './device-step';
import s from './recovery-codes.module.css';

/** How many are left of those that were made together. */
export interface RecoveryView {
  left: number;
  of: number;
  /** So few that their owner makes new ones. */
  few: boolean;
}

/** Shown once: nobody can read them again. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <>
      <ol className={s.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={`${s.keep} ${scripted} no-print`}>
        <Island of={keepCodes} when="interaction" props={{ codes: [...codes] }} />
      </div>
    </>
  );
}
