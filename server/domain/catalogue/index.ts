export {
  type CatalogueChoice,
  type ReferenceName,
  readCountries,
  readPlaceChoices,
  resolveNames,
} from './catalogue.service';
export { changeRule, createRule, endRule, followMergedItem, pricing, refuseRule } from './cost-rules.service';
export {
  categoriesOf,
  countRulesNaming,
  findRule,
  findSiteCurrency,
  listCostRules,
  listOverlapping,
  listRules,
  listRulesById,
  listVersions,
  markOfRules,
} from './cost-rules.store';
export {
  type MergeKey,
  countBelow,
  insertMerge,
  listBelow,
  listMerges,
  listOpenMerges,
  lockMerge,
  mergeJob,
  noteProgress,
} from './merges.store';
export { listInnermostValues, listNamedValues, searchValues } from './named-values.store';
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
export { changeSiteRules } from './site-rules.service';
export { listSiteCurrencies, listSiteRules } from './site-rules.store';
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
  moveValueImages,
  putValueImage,
  retireUnusedValues,
  reviveValues,
} from './values.store';
