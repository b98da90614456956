export { type CatalogueChoice, type ReferenceName, resolveNames } from './catalogue.service';
export { changeRule, createRule, endRule, followMergedItem, pricing, refuseRule } from './cost-rules.service';
export {
  countRulesNaming,
  findRule,
  findSiteCurrency,
  listOverlapping,
  listRules,
  listRulesById,
  listVersions,
  markOfRules,
} from './cost-rules.store';
export { mergeJob } from './merges.job-handle';
export {
  type MergeKey,
  countBelow,
  insertMerge,
  listBelow,
  listMerges,
  listOpenMerges,
  lockMerge,
  noteProgress,
} from './merges.store';
export { listInnermostValues, listNamedValues, searchValues } from './named-values.store';
export { readCountries, readPlaceChoices } from './place-choices.service';
export { categoriesOf, listCostRules } from './prices.store';
export {
  type RecostKey,
  type StoredRecost,
  changeRecost,
  findRecost,
  insertRecost,
  listRecosts,
  listSilentRecosts,
  lockRecost,
  recostIsRunning,
} from './recost.store';
export {
  countryIsKnown,
  currencyIsKnown,
  listCountries,
  listCurrencies,
  listHierarchies,
  listUnits,
  listValues,
  listValuesOf,
  listWasteStages,
} from './refdata.store';
export { seedReferenceData } from './reference-data.store';
export { findValueNames, namedInAnyLanguage, valuesIn } from './translated-values';
export { moveValueImages, putValueImage } from './value-images.store';
export { changeSiteRules } from './site-rules.service';
export { listSiteCurrencies, listSiteRules } from './site-rules.store';
export { retireUnusedValues, reviveValues } from './unused-values.store';
export { decideProposal, findProposedNames, keepProposal, listProposals, lockProposal } from './proposals.store';
export {
  addValue,
  changeList,
  changeValue,
  changing,
  createList,
  createValue,
  placeValue,
  refuseValue,
  valueOf,
  valuesNamed,
} from './values.service';
export {
  type StoredValue,
  knowsDonations,
  listLists,
  listNodes,
  listTreeValues,
  lockValue,
  moveValue,
} from './values.store';
