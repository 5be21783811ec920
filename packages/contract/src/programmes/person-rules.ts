import type { SectionCode } from '../case-sections.ts'
import type { QuestionnaireParticipant } from '../section-completeness.ts'
import {
  type Asked,
  answer,
  credit,
  creditSource,
  debtors,
  main,
  monthsLater,
  type RuleSpec,
  text,
  unknown,
  yearsBetween,
} from './rule.ts'

const personSource = (person: QuestionnaireParticipant, field: string, section: SectionCode = 'PERSONAL') =>
  ({ section, participantId: person.id, field }) as const

/** The age of every debtor when the loan ends. */
export const ageAtEnd = (most: number): RuleSpec => ({
  code: 'ageAtEnd',
  title: `Возраст к концу срока не больше ${most} лет`,
  ask: (asked) => {
    const { termMonths } = credit(asked)
    if (typeof termMonths !== 'number') return unknown('срок не указан', creditSource('termMonths'))
    const end = monthsLater(asked.today, termMonths)
    const ages = debtors(asked).map((person) => {
      const birth = text(person.sections.PERSONAL?.['birthDate'])
      return { person, age: birth === null ? null : yearsBetween(birth, end) }
    })
    const over = ages.find(({ age }) => age !== null && age > most)
    if (over)
      return answer(
        false,
        `${over.person.name || 'Участник'}: ${over.age}`,
        personSource(over.person, 'birthDate'),
      )
    const open = ages.find(({ age }) => age === null)
    if (open || ages.length === 0)
      return unknown('дата рождения не указана', open ? personSource(open.person, 'birthDate') : null)
    return answer(true, `старшему будет ${Math.max(...ages.map(({ age }) => age ?? 0))}`, null)
  },
})

interface Child {
  readonly birthDate?: unknown
  readonly disabled?: unknown
}
const childrenOf = (asked: Asked) =>
  debtors(asked).map((person) => {
    const { hasChildren, children } = person.sections.PERSONAL ?? {}
    const known =
      hasChildren === false || (hasChildren === true && Array.isArray(children) && children.length > 0)
    return { person, known, children: (hasChildren === false ? [] : (children ?? [])) as readonly Child[] }
  })
const isYoungerThan = (years: number, today: string) => (child: Child) =>
  typeof child.birthDate === 'string' && yearsBetween(child.birthDate, today) < years

/** A child up to six, or a disabled minor; two minors count in small towns, which an address alone does not tell. */
export const familyChildren: RuleSpec = {
  code: 'children',
  title: 'Ребёнок до 6 лет включительно или ребёнок с инвалидностью',
  ask: (asked) => {
    const families = childrenOf(asked)
    const source = families[0] ? personSource(families[0].person, 'children') : null
    const all = families.flatMap(({ children }) => children)
    const minors = all.filter(isYoungerThan(18, asked.today))
    const young = all.find(isYoungerThan(7, asked.today))
    if (young)
      return answer(true, `ребёнок родился ${String(young.birthDate).split('-').reverse().join('.')}`, source)
    if (minors.some(({ disabled }) => disabled === true))
      return answer(true, 'ребёнок с инвалидностью', source)
    if (minors.length >= 2)
      return unknown('двое несовершеннолетних: годится в малых городах и отдельных регионах', source)
    if (families.length === 0 || families.some(({ known }) => !known))
      return unknown('дети не указаны', source)
    return answer(false, `несовершеннолетних: ${minors.length}`, source)
  },
}
export const spouseTogether: RuleSpec = {
  code: 'spouse',
  title: 'Супруги — созаёмщики',
  ask: (asked) => {
    const borrower = main(asked)
    const status = text(borrower?.sections.PERSONAL?.['maritalStatus'])
    if (borrower === undefined || status === null)
      return unknown(
        'семейное положение не указано',
        borrower ? personSource(borrower, 'maritalStatus') : null,
      )
    if (status !== 'MARRIED') return answer(true, 'супруга нет', personSource(borrower, 'maritalStatus'))
    const spouse = asked.data.participants.find(({ role }) => role === 'SPOUSE')
    const datum = spouse ? `супруг(а): ${spouse.name}` : 'в браке, супруг(а) не созаёмщик'
    return answer(spouse !== undefined, datum, personSource(borrower, 'maritalStatus'))
  },
}
/** A flag of the borrower's employment that has to be «да». */
export const employmentFlag = (
  code: string,
  title: string,
  field: string,
  [yes, no]: readonly [string, string],
): RuleSpec => ({
  code,
  title,
  ask: (asked) => {
    const borrower = main(asked)
    const value = borrower?.sections.EMPLOYMENT?.[field]
    const source = borrower ? personSource(borrower, field, 'EMPLOYMENT') : null
    return typeof value === 'boolean'
      ? answer(value, value ? yes : no, source)
      : unknown('не указано', source)
  },
})
export const savingsYears: RuleSpec = {
  code: 'savingsYears',
  title: 'В НИС не меньше 3 лет',
  ask: (asked) => {
    const borrower = main(asked)
    const years = borrower?.sections.EMPLOYMENT?.['savingsYears']
    const source = borrower ? personSource(borrower, 'savingsYears', 'EMPLOYMENT') : null
    return typeof years === 'number'
      ? answer(years >= 3, `лет: ${years}`, source)
      : unknown('не указано', source)
  },
}
export const currentAge = (most: number): RuleSpec => ({
  code: 'age',
  title: `Заёмщику не больше ${most} лет`,
  ask: (asked) => {
    const borrower = main(asked)
    const birth = text(borrower?.sections.PERSONAL?.['birthDate'])
    const source = borrower ? personSource(borrower, 'birthDate') : null
    if (birth === null) return unknown('дата рождения не указана', source)
    const age = yearsBetween(birth, asked.today)
    return answer(age <= most, `возраст ${age}`, source)
  },
})
