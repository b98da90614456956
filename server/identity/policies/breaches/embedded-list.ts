let list: Promise<ReadonlySet<string>> | undefined;

/** Some 50,000 passwords that people choose most, as they were found in breaches. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/** Unpacking the list holds everything else up for a tenth of a second: better before the first sign-in than during it. */
export async function warmEmbeddedList(): Promise<void> {
  list ??= load();
  await list;
}

/** The list has small letters alone; whoever guesses tries the same with capitals. */
export async function isOnEmbeddedList(password: string): Promise<boolean> {
  list ??= load();
  return (await list).has(password.normalize('NFC').toLowerCase());
}
