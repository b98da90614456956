export { findMenuSpan, listDailyMenus, listItemsOfDay, replaceDailyMenus } from './daily-menus.store';
