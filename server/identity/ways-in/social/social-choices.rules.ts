/** What pages show of the providers that are set up: nothing that only the server may know. */
export const socialChoices = ({
  identity,
}: {
  identity: { social: readonly { id: string; name: string }[] };
}): { id: string; name: string }[] => identity.social.map(({ id, name }) => ({ id, name }));
