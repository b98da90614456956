export interface PersonNames {
  login: string;
  email: string;
  fullName: string;
  organisations: readonly string[];
}

const shortestWord = 4;

/** What somebody who knows the person would try first: their names and those of their organisations, whole and word by word. */
export function guessableWords({ login, email, fullName, organisations }: PersonNames): string[] {
  const names = [login, email, fullName, ...organisations, 'tare'].map((name) => name.toLowerCase());
  const words = names.flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)]);
  return [...new Set(words)].filter((word) => [...word].length >= shortestWord);
}
