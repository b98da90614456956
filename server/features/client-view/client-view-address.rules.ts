export const path = '/client-view';
export const exitPath = '/client-view/exit';
