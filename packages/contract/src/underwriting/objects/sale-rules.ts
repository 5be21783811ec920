import type { SectionValues } from '#common/fields.ts'
import { addMonths } from '#realty-objects/realty-rules.ts'

/** What a sale may require, by code. */
export const requirementNames = {
  TITLE: 'Основание права продавца',
  NOTARY: 'Нотариальная форма сделки',
  GUARDIANSHIP: 'Разрешение органа опеки',
  SPOUSE: 'Согласие супруга продавца',
  PRE_EMPTION: 'Отказ совладельцев от покупки доли',
  PROCURACY: 'Полномочия представителя',
  DEVELOPER: 'Аккредитация застройщика',
  DECLARATION: 'Проектная декларация и ДДУ',
  ESCROW: 'Счёт эскроу',
  MATERNITY: 'Сертификат и остаток материнского капитала',
  SHARE_DUTY: 'Обязательство выделить доли детям',
  SHORT_OWNERSHIP: 'Короткое владение: прежние переходы права',
  LAYOUT: 'Документы о перепланировке',
} as const
export type RequirementCode = keyof typeof requirementNames

/** What is known of a sale: the questionnaire's answers and what the reviewer has said. */
export interface SaleFacts {
  readonly goal: string | null
  /** Section SELLER of the questionnaire. */
  readonly seller: SectionValues
  /** Section CREDIT of the questionnaire. */
  readonly credit: SectionValues
  /** Part SELLER of the review. */
  readonly review: SectionValues
  /** `replanning` of the building as the agent declared it. */
  readonly replanning: string | null
  /** Types of the papers of the case that have a file. */
  readonly papers: readonly string[]
  /** Whether the check of the developer's accreditation was passed; null: it has not been asked. */
  readonly isDeveloperAccredited: boolean | null
  /** Months of ownership up to which it is short. */
  readonly shortOwnership: number
  readonly today: string
}

/** One thing that a sale requires, why, and whether it is there. */
export interface Requirement {
  readonly code: RequirementCode
  readonly name: string
  /** Which fact it follows from. */
  readonly why: string
  readonly basis: string
  /** Types of papers; one of each inner list is enough. */
  readonly papers: readonly (readonly string[])[]
  /** How it is proven; null: it is not yet. */
  readonly proof: string | null
}

interface Rule {
  readonly code: RequirementCode
  readonly basis: string
  readonly papers?: readonly (readonly string[])[]
  /** Why it is required; null: it is not. */
  readonly why: (facts: SaleFacts) => string | null
  /** What proves it beside papers. */
  readonly proven?: (facts: SaleFacts) => string | null
}

const isPerson = ({ seller }: SaleFacts) =>
  seller['kind'] === 'INDIVIDUAL' || seller['kind'] === 'ENTREPRENEUR'
const bought: readonly unknown[] = ['PRIMARY_MARKET', 'PRIMARY_MARKET_FINISHED', 'SECONDARY_MARKET']
const isDeveloper = ({ goal, seller }: SaleFacts) =>
  goal === 'PRIMARY_MARKET' || goal === 'PRIMARY_MARKET_FINISHED' || seller['kind'] === 'DEVELOPER'
const isYes = (values: SectionValues, name: string) => values[name] === true

/** Whether the seller has owned for so short a time that former transfers are looked at; undated: not known. */
export function isShortOwnership({ seller, shortOwnership, today }: SaleFacts): boolean {
  const since = seller['rightSince']
  return typeof since === 'string' && since !== '' && addMonths(since, shortOwnership) > today
}

function notaryReason({ seller }: SaleFacts): string | null {
  if (isYes(seller, 'minorOwners')) return 'среди собственников несовершеннолетние'
  return isYes(seller, 'shareSale') ? 'продаётся доля' : null
}

const rules: readonly Rule[] = [
  {
    code: 'TITLE',
    basis: '218-ФЗ, ст. 14',
    papers: [['TITLE_BASIS', 'DKP', 'DDU', 'ASSIGNMENT']],
    why: ({ goal }) => (goal === 'PRIMARY_MARKET' ? null : 'право должно откуда-то следовать'),
  },
  {
    code: 'NOTARY',
    basis: '218-ФЗ, ст. 42 и 54',
    why: (facts) => (bought.includes(facts.goal) ? notaryReason(facts) : null),
    proven: ({ review }) => (review['dealForm'] === 'NOTARIAL' ? 'сделка нотариальная' : null),
  },
  {
    code: 'GUARDIANSHIP',
    basis: 'ГК, ст. 37; 48-ФЗ, ст. 20 и 21',
    papers: [['GUARDIAN_PERMIT']],
    why: ({ seller }) => (isYes(seller, 'minorOwners') ? 'среди собственников несовершеннолетние' : null),
  },
  {
    code: 'SPOUSE',
    basis: 'СК, ст. 35',
    papers: [['SPOUSE_CONSENT_SELLER', 'MARRIAGE_CONTRACT']],
    why: (facts) =>
      isPerson(facts) && isYes(facts.seller, 'rightInMarriage') ? 'право продавца возникло в браке' : null,
  },
  {
    code: 'PRE_EMPTION',
    basis: 'ГК, ст. 250',
    papers: [['PRE_EMPTION_REFUSAL']],
    why: ({ seller }) => (isYes(seller, 'shareSale') ? 'продаётся доля' : null),
  },
  {
    code: 'PROCURACY',
    basis: 'ГК, ст. 185.1',
    papers: [['PROCURACY', 'PROCURACY_MCHD', 'LEGAL_REP_DOC']],
    why: ({ seller }) => (isYes(seller, 'represented') ? 'за продавца действует представитель' : null),
  },
  {
    code: 'DEVELOPER',
    basis: 'Кредитная политика банка',
    why: (facts) => (isDeveloper(facts) ? 'продаёт застройщик' : null),
    proven: ({ isDeveloperAccredited }) => (isDeveloperAccredited === true ? 'автопроверка пройдена' : null),
  },
  {
    code: 'DECLARATION',
    basis: '214-ФЗ, ст. 4 и 19',
    papers: [['DDU', 'ASSIGNMENT'], ['DEVELOPER_DECLARATION']],
    why: ({ goal }) => (goal === 'PRIMARY_MARKET' ? 'жильё строится' : null),
  },
  {
    code: 'ESCROW',
    basis: '214-ФЗ, ст. 15.4',
    papers: [['ESCROW_AGREEMENT']],
    why: ({ goal }) => (goal === 'PRIMARY_MARKET' ? 'деньги дольщика идут через эскроу' : null),
  },
  {
    code: 'MATERNITY',
    basis: '256-ФЗ, ст. 7',
    papers: [['MSK_CERT'], ['MSK_BALANCE']],
    why: ({ credit }) => (isYes(credit, 'maternityCapital') ? 'в сделке материнский капитал' : null),
  },
  {
    code: 'SHARE_DUTY',
    basis: '256-ФЗ, ст. 10',
    why: ({ credit }) => (isYes(credit, 'maternityCapital') ? 'в сделке материнский капитал' : null),
    proven: ({ review }) =>
      review['shareDuty'] === 'SIGNED' || review['shareDuty'] === 'NOT_NEEDED'
        ? 'отмечено проверяющим'
        : null,
  },
  {
    code: 'SHORT_OWNERSHIP',
    basis: 'Кредитная политика банка',
    papers: [['EGRN_TRANSFER']],
    why: (facts) => (isShortOwnership(facts) ? `продавец владеет меньше ${facts.shortOwnership} мес.` : null),
  },
  {
    code: 'LAYOUT',
    basis: 'ЖК, ст. 26–29',
    papers: [['TECH_PASSPORT', 'TECH_PLAN', 'BTI_EXPLICATION']],
    why: ({ replanning }) =>
      replanning === 'LEGALISED' || replanning === 'NOT_LEGALISED' ? 'заявлена перепланировка' : null,
  },
]

interface OtherProof {
  readonly requirement?: unknown
  readonly proof?: unknown
}

/** What the reviewer has taken for a proof instead. */
const otherwiseOf = ({ review }: SaleFacts, code: RequirementCode): string | null => {
  const rows = Array.isArray(review['otherwise']) ? (review['otherwise'] as OtherProof[]) : []
  const found = rows.find(({ requirement }) => requirement === code)
  return typeof found?.proof === 'string' && found.proof.trim() !== '' ? found.proof.trim() : null
}

const papersProve = (papers: readonly (readonly string[])[], present: readonly string[]): boolean =>
  papers.length > 0 && papers.every((group) => group.some((type) => present.includes(type)))

/** Everything that a sale requires by what is known of it, in a fixed order. */
export const saleRequirements = (facts: SaleFacts): Requirement[] =>
  rules.flatMap(({ code, basis, papers = [], why, proven }) => {
    const reason = why(facts)
    if (reason === null) return []
    const byPapers = papersProve(papers, facts.papers) ? 'документ в заявке' : null
    const proof = proven?.(facts) ?? byPapers ?? otherwiseOf(facts, code)
    return [{ code, name: requirementNames[code], why: reason, basis, papers, proof }]
  })
