/**
 * Whose password a form is about, for password managers: they look for it beside the password, and pass over fields of the type `hidden`.
 * @param name under which it is sent; absent where the server knows it
 */
export function AccountName({ login, name }: { login: string; name?: string }) {
  return <input type="text" name={name} value={login} autoComplete="username" readOnly hidden />;
}
