import type { FieldSpec } from '@ipoteka-office/contract/common/fields.ts'

/** Part of the row that a field takes. */
export type Span = 'quarter' | 'half' | 'full'

/** Fields under one heading. */
export interface FieldGroup {
  readonly title: string
  readonly names: readonly string[]
}

/** How the form of a section is laid out; a field that no group names stands in a group of the section's own title. */
const groups: Readonly<Record<string, readonly FieldGroup[]>> = {
  CREDIT: [
    {
      title: 'Параметры кредита',
      names: [
        'programme',
        'goal',
        'propertyPrice',
        'downPayment',
        'amount',
        'termMonths',
        'rate',
        'regionCode',
        'downPaymentSource',
      ],
    },
    {
      title: 'Льготная программа',
      names: [
        'preferentialLoanUsed',
        'secondaryPlace',
        'smallTownPlace',
        'arcticPlace',
        'ruralPlace',
        'propertyArea',
        'farEastBasis',
      ],
    },
    {
      title: 'Рефинансируемые кредиты',
      names: ['refinancedCredits', 'pledgeBuyout', 'pledgedOutside'],
    },
    {
      title: 'Материнский капитал и субсидии',
      names: ['maternityCapital', 'maternityCapitalAmount', 'subsidy', 'subsidyAmount'],
    },
    {
      title: 'Сделка',
      names: [
        'lifeInsurance',
        'electronicRegistration',
        'paymentMethod',
        'pledgeType',
        'issueTech',
        'channel',
        'comment',
      ],
    },
  ],
  PERSONAL: [
    {
      title: 'Имя и рождение',
      names: [
        'lastName',
        'firstName',
        'middleName',
        'sex',
        'noMiddleName',
        'birthDate',
        'citizenship',
        'birthPlace',
        'nameChanged',
        'previousNames',
      ],
    },
    {
      title: 'Паспорт',
      names: [
        'passport',
        'passportIssuedOn',
        'passportUnitCode',
        'passportIssuer',
        'foreignDocument',
        'previousPassports',
      ],
    },
    { title: 'ИНН, СНИЛС и связь', names: ['inn', 'snils', 'phone', 'email', 'extraPhones'] },
    {
      title: 'Адреса',
      names: [
        'registrationType',
        'registeredOn',
        'registrationAddress',
        'livesAtRegistration',
        'residenceCause',
        'residenceAddress',
      ],
    },
    {
      title: 'Семья и образование',
      names: ['maritalStatus', 'marriageContract', 'hasChildren', 'dependants', 'children', 'education'],
    },
    { title: 'Представитель', names: ['represented', 'legallyRepresented', 'representative'] },
  ],
  EMPLOYMENT: [
    {
      title: 'Занятость',
      names: [
        'employmentType',
        'seniority',
        'employerName',
        'employerInn',
        'employerPhone',
        'employerAddress',
        'organizationType',
        'activityField',
        'headcount',
        'employedSince',
        'position',
        'positionLevel',
      ],
    },
    {
      title: 'Программы и зарплатный проект',
      names: [
        'salaryClient',
        'itAccredited',
        'itSalary',
        'savingsParticipant',
        'savingsYears',
        'savingsAmount',
        'savingsLoanLimit',
      ],
    },
    { title: 'Другие места работы', names: ['extraJobs'] },
  ],
}

/** The groups of a section's fields in order. */
export function groupsOf(section: string, title: string, names: readonly string[]): FieldGroup[] {
  const laid = groups[section] ?? []
  const placed = new Set(laid.flatMap((group) => group.names))
  const rest = names.filter((name) => !placed.has(name))
  const known = laid
    .map((group) => ({ ...group, names: group.names.filter((name) => names.includes(name)) }))
    .filter((group) => group.names.length > 0)
  return rest.length === 0 ? known : [...known, { title, names: rest }]
}

const narrow = new Set(['DATE', 'MONTH', 'MONTHS', 'WHOLE', 'PERCENT', 'UNIT_CODE'])
const wide = new Set(['LONG_TEXT', 'ADDRESS', 'LIST'])
const wideFields = new Set(['birthPlace', 'farEastBasis', 'name'])

/** Months of an income stand one under another, each in one line. */
const ofMonth = /\.months\.\d+\.\w+$/

/** The part of the row that the field at a path takes by its kind. */
export function spanOf(path: string, { kind, label }: FieldSpec): Span {
  if (ofMonth.test(path)) return 'quarter'
  if (wide.has(kind) || wideFields.has(path)) return 'full'
  // A long label in a narrow field would break into three lines.
  return narrow.has(kind) && label.length < 22 ? 'quarter' : 'half'
}

/** Where a chosen organisation is written: by the field of its name. */
export const partyFields: Readonly<Record<string, { inn?: string; address?: string }>> = {
  employerName: { inn: 'employerInn', address: 'employerAddress' },
  developer: {},
  payer: {},
}
/** Fields in which banks are suggested. */
export const bankFields: ReadonlySet<string> = new Set(['creditor', 'salaryBank'])
