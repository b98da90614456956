/** Each before those that also call themselves by its name. */
const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const named = (userAgent: string, names: [RegExp, string][]) =>
  names.find(([marks]) => marks.test(userAgent))?.[1] ?? null;

/** A browser and its system as people know them, from what it says of itself; the first word of it for a program, null for nothing. */
export function browserName(userAgent: string): string | null {
  const found = [named(userAgent, browsers), named(userAgent, systems)].filter((name) => name !== null);
  const [word = ''] = userAgent.trim().split(/[\s/]/);
  return found.length > 0 ? found.join(' · ') : word.slice(0, 40) || null;
}
