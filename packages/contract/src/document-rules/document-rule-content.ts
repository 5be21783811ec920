import { z } from 'zod'
import { keyOf, Code, messages, requiredText, text } from '../common/scalars.ts'
import { Condition } from './document-conditions.ts'
import { factOf } from './document-facts.ts'

const unique = <T>(list: T[]): T[] => [...new Set(list)]

/** What a rule decides about documents; `{ruleType}` of the page's address. */
export const ruleTypes = {
  COMPLETENESS: 'Комплектность',
  LEAD_USAGE: 'Использование в краткой заявке',
  VALIDITY: 'Срок действия',
  SIGNERS: 'Подписанты',
} as const
export type RuleType = keyof typeof ruleTypes
export const RuleType = keyOf(ruleTypes)

/** Once for the case, or for each participant whose role fits. */
export const ruleSubjects = { CASE: 'На заявку в целом', PARTICIPANT: 'На каждого участника' } as const
export const RuleSubject = keyOf(ruleSubjects)
export type RuleSubject = keyof typeof ruleSubjects

export const ruleEffects = { REQUIRED: 'Нужен', NOT_REQUIRED: 'Не нужен' } as const
export const leadUsages = {
  NONE: 'Не используется',
  AVAILABLE: 'Можно приложить',
  REQUIRED: 'Обязателен',
} as const
export type LeadUsage = keyof typeof leadUsages

/**
 * Stages in their order. A document required from a stage must be there before the case enters it: the first stages ask
 * that it is uploaded, the later ones that it is accepted.
 */
export const documentStages = {
  SHORT_APPLICATION: { name: 'Отправка краткой заявки', needs: 'PROVIDED' },
  DOCS_CHECK: { name: 'Проверка комплекта', needs: 'PROVIDED' },
  UNDERWRITING: { name: 'Андеррайтинг', needs: 'ACCEPTED' },
  REALTY_CHECK: { name: 'Экспертиза объекта', needs: 'PROVIDED' },
  DEAL: { name: 'Передача на сделку', needs: 'ACCEPTED' },
  SIGNING: { name: 'Подписание', needs: 'ACCEPTED' },
  REGISTRATION: { name: 'Регистрация', needs: 'ACCEPTED' },
  ISSUE: { name: 'Выдача кредита', needs: 'ACCEPTED' },
  PLEDGE_TRANSFER: { name: 'Передача закладной', needs: 'ACCEPTED' },
  MAINTENANCE: { name: 'Сопровождение', needs: 'ACCEPTED' },
} as const satisfies Record<string, { name: string; needs: 'PROVIDED' | 'ACCEPTED' }>
export type DocumentStage = keyof typeof documentStages
export const DocumentStage = keyOf(documentStages)

/** Where a requirement of the whole case is shown; requirements of a participant stand under the participant. */
export const caseGroups = {
  REALTY: 'Объект',
  SELLER: 'Продавец',
  INSURANCE: 'Страхование',
  DEAL: 'Сделка',
  AFTER_REGISTRATION: 'После регистрации',
} as const
export const CaseGroup = keyOf(caseGroups)

/** Formats of files. */
export const documentFormats = {
  PDF: 'PDF',
  JPEG: 'JPEG',
  PNG: 'PNG',
  TIFF: 'TIFF',
  XML: 'XML',
  DOCX: 'DOCX',
} as const
/** What the reviewer looks at. */
export const qualityChecks = {
  ALL_PAGES: 'Все страницы',
  READABLE: 'Читается целиком',
  COLOUR: 'Цветной скан',
  SIGNED: 'Есть подписи',
  STAMPED: 'Есть печать',
  CERTIFIED: 'Копия заверена',
  NOTARISED: 'Удостоверен нотариусом',
} as const
export const signerRoles = {
  BANK: 'Банк',
  MAIN_BORROWER: 'Основной заёмщик',
  CO_BORROWER: 'Созаёмщики',
  SPOUSE: 'Супруг(а)',
  GUARANTOR: 'Поручитель',
  PLEDGER: 'Залогодатель',
  SELLER: 'Продавец',
  MORTGAGEE: 'Залогодержатель',
} as const
export const signingMethods = {
  ANY: 'Любым способом',
  DIGITAL: 'Электронной подписью',
  MANUAL: 'Собственноручно',
} as const
const Signer = z.object({ role: keyOf(signerRoles), method: keyOf(signingMethods).default('ANY') })
export type Signer = z.output<typeof Signer>

const common = {
  name: requiredText(200),
  /** Law, order of the bank, agreement: why the rule is there. */
  basis: text(500).default(''),
  comment: text(1_000).default(''),
  /** Codes of `docType`; of several any one is enough. */
  documents: z
    .array(Code)
    .min(1, 'Выберите хотя бы один документ')
    .max(20, 'Не более 20 документов')
    .transform(unique),
  subject: RuleSubject,
  /** Codes of `borrowerType`, for PARTICIPANT; empty: every participant. */
  roles: z.array(Code).max(20).transform(unique).default([]),
  /** Codes of `product/type`; empty: every programme. */
  programmes: z.array(Code).max(100).transform(unique).default([]),
  /** Null: always. */
  condition: Condition.nullable().default(null),
  /** The higher one decides. */
  priority: z.int('Укажите целое число').min(0, 'Не меньше 0').max(1_000, 'Не больше 1 000').default(100),
}

const CompletenessContent = z.object({
  ruleType: z.literal('COMPLETENESS'),
  ...common,
  effect: keyOf(ruleEffects),
  /** For CASE. */
  group: CaseGroup.nullable().default(null),
  stage: DocumentStage,
  quantity: z.int('Укажите целое число').min(1, 'Не меньше 1').max(50, 'Не больше 50').default(1),
  /** Empty: any. */
  formats: z.array(keyOf(documentFormats)).transform(unique).default([]),
  maxMb: z
    .int('Укажите целое число')
    .min(1, 'Не меньше 1')
    .max(1_000, 'Не больше 1 000')
    .nullable()
    .default(null),
  checks: z.array(keyOf(qualityChecks)).transform(unique).default([]),
  /** What is said while the document is missing: «нет файла доверенности»; empty: in general words. */
  message: text(300).default(''),
})
const LeadUsageContent = z.object({
  ruleType: z.literal('LEAD_USAGE'),
  ...common,
  usage: keyOf(leadUsages),
})
const ValidityContent = z.object({
  ruleType: z.literal('VALIDITY'),
  ...common,
  /** Days from the day of issue, that day is day 0; null: without limit. */
  days: z.int('Укажите целое число').min(1, 'Не меньше 1').max(36_500, 'Не больше 36 500').nullable(),
})
const SignersContent = z.object({
  ruleType: z.literal('SIGNERS'),
  ...common,
  signers: z.array(Signer).min(1, 'Укажите хотя бы одного подписанта').max(10, 'Не более 10 подписантов'),
})

/** What a rule says, by its type. */
export const RuleContent = z.discriminatedUnion('ruleType', [
  CompletenessContent,
  LeadUsageContent,
  ValidityContent,
  SignersContent,
])
export type RuleContent = z.output<typeof RuleContent>
export type ContentOf<T extends RuleType> = Extract<RuleContent, { ruleType: T }>

type Issue = { path: string; message: string }

const wrongScopes = (condition: Condition, subject: RuleSubject, path: string): Issue[] => {
  if (condition.kind !== 'fact')
    return condition.items.flatMap((item, index) => wrongScopes(item, subject, `${path}.items.${index}`))
  const { scope, label } = factOf(condition.fact)
  if (scope === 'CASE' || scope === subject) return []
  return [{ path: `${path}.fact`, message: `«${label}» здесь не спрашивают` }]
}

/** What is wrong with a rule beyond its fields; the form and the server both call it. Paths are within the content. */
export function ruleContentIssues(content: RuleContent): Issue[] {
  const issues =
    content.condition === null ? [] : wrongScopes(content.condition, content.subject, 'condition')
  if (content.subject === 'PARTICIPANT') return issues
  const needsGroup =
    content.ruleType === 'COMPLETENESS' && content.effect === 'REQUIRED' && content.group === null
  return needsGroup ? [{ path: 'group', message: messages.required }, ...issues] : issues
}

/** The rule without what its subject leaves no meaning to: roles of a case, the group of a participant. */
export function tidyRuleContent(content: RuleContent): RuleContent {
  if (content.subject === 'CASE') return { ...content, roles: [] }
  return content.ruleType === 'COMPLETENESS' ? { ...content, group: null } : content
}
