/** How an installation lets people prove themselves, in the words of the identity API. */
export const authStrategies = ['EmailAndPassword', 'MagicLink', 'Code', 'SmsCode', 'NoLocalAuthentication'] as const;

export type AuthStrategy = (typeof authStrategies)[number];
