import { passkeySignIn } from '../../client/identity/passkey-sign-in.island';
import { useLayoutStrings } from '../../client/ui/layout-strings';
import { PostForm } from '../layout/form';
import { Island } from '../layout/island';
import { scripted } from './device-step';

interface PasskeySignInProps {
  /** Where the answer is sent; null where no passkey opens anything. */
  action: string | null;
  /** Chosen on the way here; it stays the person's own. */
  lang?: string | undefined;
}

/** Of the field for somebody's name: browsers offer passkeys there, where one opens something. */
export const nameField = (passkey: string | null) =>
  ({
    autoComplete: passkey === null ? 'username' : 'username webauthn',
    autoCapitalize: 'none',
    spellCheck: false,
    required: true,
    maxLength: 254,
  }) as const;

/** Below the form of a sign-in: the button for a passkey, which the browser alone can ask for. */
export function PasskeySignIn({ action, lang }: PasskeySignInProps) {
  const layout = useLayoutStrings();
  if (action === null) return null;
  return (
    <PostForm action={action} className={scripted}>
      {lang && <input type="hidden" name="lang" value={lang} />}
      <Island of={passkeySignIn} when="load" props={{ layout }} />
    </PostForm>
  );
}
