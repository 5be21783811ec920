import type { ObjectByParam } from '../endpoint.ts'

/** The three lists: the path parameter `kind`. */
export const blacklistKinds = {
  individuals: 'Физлица',
  legalPersons: 'Юрлица',
  phones: 'Телефоны',
} as const
export type BlacklistKind = keyof typeof blacklistKinds

/** The object type whose rights guard a list; phones are guarded by those of individuals (specification 2 §6). */
export const blacklistObject = {
  param: 'kind',
  objects: {
    individuals: 'IndividualBlacklist',
    legalPersons: 'LegalPersonBlacklist',
    phones: 'IndividualBlacklist',
  },
} as const satisfies ObjectByParam
/** Objects whose rights guard the lists. */
export type BlacklistObject = (typeof blacklistObject)['objects'][BlacklistKind]

/** What a hit of an entry means to the deal. */
export const blacklistLevels = { STOP: 'СТОП', REVIEW: 'Ручная проверка', INFO: 'Информация' } as const
export type BlacklistLevel = keyof typeof blacklistLevels

/** Why somebody is listed, in a word; seen by everybody who sees the entry. */
export const blacklistCategories = {
  FRAUD: 'Мошенничество',
  FORGED_DOCUMENTS: 'Поддельные документы',
  INVALID_EMPLOYER: 'Недействительный работодатель',
  OVERDUE: 'Просрочка',
  EMPLOYEE_OFFENDER: 'Сотрудник-нарушитель',
  AUTHORITY_REQUEST: 'Запрос госоргана',
  OTHER: 'Иное',
} as const
export type BlacklistCategory = keyof typeof blacklistCategories

/** Where the bank has it from; part of the reason. */
export const blacklistSources = {
  SECURITY: 'Служба безопасности',
  UNDERWRITING: 'Андеррайтинг',
  COLLECTION: 'Взыскание',
  AUTHORITY: 'Государственный орган',
  COURT: 'Судебный акт',
  OTHER_BANK: 'Другая кредитная организация',
  PARTNER: 'Партнёр',
  PUBLIC: 'Открытые источники',
} as const
export type BlacklistSource = keyof typeof blacklistSources
