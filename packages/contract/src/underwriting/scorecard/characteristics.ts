/** How a characteristic is measured: by a number, or by a code of a dictionary. */
type Measure =
  | { readonly kind: 'NUMBER'; readonly unit: 'YEARS' | 'MONTHS' | 'DAYS' | 'PERCENT' | 'COUNT' }
  | { readonly kind: 'CODE'; readonly dictionary: string }

interface Spec {
  readonly name: string
  readonly measure: Measure
  /** Whether the client can do anything about it soon: only then it is said what would raise the score. */
  readonly changes: boolean
  /** Where its value comes from, for whoever reads the card. */
  readonly source: string
}

const number = (unit: Extract<Measure, { kind: 'NUMBER' }>['unit']) => ({ kind: 'NUMBER', unit }) as const
const code = (dictionary: string) => ({ kind: 'CODE', dictionary }) as const

/** What a scorecard may weigh, all of the main borrower and of the loan. */
export const characteristics = {
  AGE: { name: 'Возраст', measure: number('YEARS'), changes: false, source: 'Анкета: дата рождения' },
  SENIORITY: {
    name: 'Стаж на последнем месте',
    measure: number('MONTHS'),
    changes: true,
    source: 'Анкета: работает с',
  },
  EDUCATION: {
    name: 'Образование',
    measure: code('educationLevel'),
    changes: false,
    source: 'Анкета: образование',
  },
  MARITAL: {
    name: 'Семейное положение',
    measure: code('maritalStatus'),
    changes: false,
    source: 'Анкета: семейное положение',
  },
  DEPENDANTS: {
    name: 'Иждивенцы',
    measure: number('COUNT'),
    changes: false,
    source: 'Анкета: дети до 18 лет и другие иждивенцы',
  },
  OWNERSHIP: {
    name: 'Жильё',
    measure: code('residenceCause'),
    changes: false,
    source: 'Анкета: основание проживания',
  },
  DEBT_LOAD: { name: 'ПДН', measure: number('PERCENT'), changes: true, source: 'Калькулятор ПДН' },
  LOAN_TO_VALUE: {
    name: 'К/З',
    measure: number('PERCENT'),
    changes: true,
    source: 'Калькулятор К/З',
  },
  HISTORY_DEPTH: {
    name: 'Глубина кредитной истории',
    measure: number('MONTHS'),
    changes: false,
    source: 'Бюро кредитных историй',
  },
  DELAYS: {
    name: 'Наибольшая просрочка за 24 месяца',
    measure: number('DAYS'),
    changes: false,
    source: 'Бюро кредитных историй',
  },
  ENQUIRIES: {
    name: 'Запросы в бюро за 30 дней',
    measure: number('COUNT'),
    changes: true,
    source: 'Бюро кредитных историй',
  },
  INCOME_SOURCE: {
    name: 'Источник дохода',
    measure: code('incomeType'),
    changes: false,
    source: 'Анкета: главный доход',
  },
  REGION: { name: 'Регион', measure: code('region'), changes: false, source: 'Условия кредита: регион' },
} as const satisfies Readonly<Record<string, Spec>>
export type CharacteristicCode = keyof typeof characteristics
export const characteristicCodes = Object.keys(characteristics) as CharacteristicCode[]

/** A characteristic, whatever its measure. */
export const characteristicOf = (one: CharacteristicCode): Spec => characteristics[one]

/** What is known of an application by its characteristics: decimals and codes; null: not known. */
export type ScorecardFacts = Readonly<Record<CharacteristicCode, string | null>>
