/** How long a used code is remembered, so that whoever brings it again ends what it gave. */
export const usedCodeSeconds = 86_400;
