/** Of everybody in the demo. */
export const password = 'tare-demo-1234';
