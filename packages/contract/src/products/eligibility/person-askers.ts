import { dayText } from '../../common/day-text.ts'
import { type SectionCode, sectionDefinitions } from '../../cases/case-sections.ts'
import { ofYears, yearsText } from '../../common/counted.ts'
import { asker, day, years } from './asker.ts'
import type { QuestionnaireParticipant } from '../../cases/section-completeness.ts'
import { fieldText } from '../../common/field-texts.ts'
import {
  type Answer,
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

/** The field of a participant, so that a click leads there. */
export const personSource = (
  person: QuestionnaireParticipant,
  field: string,
  section: SectionCode = 'PERSONAL',
) => ({ section, participantId: person.id, field }) as const

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
        `${over.person.name || 'Участник'}: ${yearsText(over.age ?? 0)}`,
        personSource(over.person, 'birthDate'),
      )
    const open = ages.find(({ age }) => age === null)
    if (open || ages.length === 0)
      return unknown('дата рождения не указана', open ? personSource(open.person, 'birthDate') : null)
    return answer(true, `старшему будет ${yearsText(Math.max(...ages.map(({ age }) => age ?? 0)))}`, null)
  },
})

interface Child {
  readonly birthDate?: unknown
  readonly disabled?: unknown
  readonly russian?: unknown
}
const childrenOf = (asked: Asked) =>
  debtors(asked).map((person) => {
    const { hasChildren, children } = person.sections.PERSONAL ?? {}
    const known =
      hasChildren === false || (hasChildren === true && Array.isArray(children) && children.length > 0)
    return { person, known, children: (hasChildren === false ? [] : (children ?? [])) as readonly Child[] }
  })
const isYoungerThan = (years: number, today: string) => (child: Child) =>
  typeof child.birthDate === 'string' &&
  child.birthDate <= today &&
  child.russian !== false &&
  yearsBetween(child.birthDate, today) < years

/** Two minors count where the place is small or listed, which an address alone does not tell. */
function twoMinors(asked: Asked, source: Answer['source']): Answer {
  const place = credit(asked)['smallTownPlace']
  return typeof place === 'boolean'
    ? answer(place, `двое несовершеннолетних, место ${place ? 'подходит' : 'не подходит'}`, source)
    : unknown(
        'двое несовершеннолетних: решает место — малый город или регион из перечня',
        creditSource('smallTownPlace'),
      )
}

/** A Russian child of the age or younger, or a disabled minor, or two minors in a small town. */
export const familyChildren = asker({
  label: 'Дети',
  params: { age: years('Младшему не больше') },
  rule: ({ age }) => ({
    code: 'children',
    title: `Ребёнок до ${ofYears(age)} включительно, ребёнок с инвалидностью или двое детей в малом городе`,
    ask: (asked) => {
      const families = childrenOf(asked)
      const source = families[0] ? personSource(families[0].person, 'children') : null
      const all = families.flatMap(({ children }) => children)
      const minors = all.filter(isYoungerThan(18, asked.today))
      const young = minors.find(isYoungerThan(age + 1, asked.today))
      if (young) return answer(true, `ребёнок родился ${dayText(String(young.birthDate))}`, source)
      if (minors.some(({ disabled }) => disabled === true))
        return answer(true, 'ребёнок с инвалидностью', source)
      if (families.length === 0 || families.some(({ known }) => !known))
        return unknown('дети не указаны', source)
      return minors.length >= 2
        ? twoMinors(asked, source)
        : answer(false, `несовершеннолетних: ${minors.length}`, source)
    },
  }),
})

const isMarried = (status: string) => ['MARRIED', 'SEPARATED'].includes(status)
const partnerOf = ({ data }: Asked) => data.participants.find(({ role }) => role === 'SPOUSE')

export const spouseTogether = asker({
  label: 'Супруги — созаёмщики',
  params: { since: day('Требуется с') },
  rule: ({ since }) => ({
    code: 'spouse',
    title: 'Супруги — созаёмщики',
    ask: (asked) => {
      const borrower = main(asked)
      if (asked.today < since) return answer(true, `требуется с ${dayText(since)}`, null)
      const status = text(borrower?.sections.PERSONAL?.['maritalStatus'])
      const source = borrower ? personSource(borrower, 'maritalStatus') : null
      if (status === null) return unknown('семейное положение не указано', source)
      if (!isMarried(status)) return answer(true, 'супруга нет', source)
      const spouse = partnerOf(asked)
      if (spouse) return answer(true, `супруг(а): ${spouse.name}`, source)
      return asked.data.participants.some(({ role }) => role === 'CO_BORROWER')
        ? unknown('в браке: супруг ли созаёмщик, не указано', source)
        : answer(false, 'в браке, супруг(а) не созаёмщик', source)
    },
  }),
})

/** What of the family nobody may be for the basis to hold: too old, or of an unknown age. */
function agesOf(
  people: readonly (QuestionnaireParticipant | undefined)[],
  asked: Asked,
  young: number,
): Answer | null {
  for (const person of people) {
    const birth = text(person?.sections.PERSONAL?.['birthDate'])
    const source = person ? personSource(person, 'birthDate') : null
    if (person === undefined || birth === null) return unknown('возраст супругов не указан', source)
    const age = yearsBetween(birth, asked.today)
    if (age > young) return answer(false, `${person.name || 'Участник'}: ${age}, предел ${young}`, source)
  }
  return null
}

function singleParent(asked: Asked, young: number): Answer | null {
  const borrower = main(asked)
  const personal = borrower?.sections.PERSONAL
  const status = text(personal?.['maritalStatus'])
  const source = borrower ? personSource(borrower, 'maritalStatus') : null
  if (borrower === undefined || status === null || typeof personal?.['hasChildren'] !== 'boolean')
    return unknown('семейное положение или дети не указаны', source)
  if (isMarried(status)) return answer(false, 'в браке', source)
  return personal['hasChildren'] ? agesOf([borrower], asked, young) : answer(false, 'детей нет', source)
}

function youngFamily(asked: Asked, young: number): Answer | null {
  const borrower = main(asked)
  const status = text(borrower?.sections.PERSONAL?.['maritalStatus'])
  if (borrower && status !== null && !isMarried(status))
    return answer(false, 'не в браке', personSource(borrower, 'maritalStatus'))
  return agesOf([borrower, partnerOf(asked)], asked, young)
}

export const farEastBasis = asker({
  label: 'Основание дальневосточной программы',
  params: { age: years('Молодой семье и родителю не больше') },
  rule: ({ age }) => ({
    code: 'basis',
    title: 'Есть основание для участия',
    ask: (asked) => {
      const value = text(credit(asked)['farEastBasis'])
      const source = creditSource('farEastBasis')
      if (value === null) return unknown('основание не указано', source)
      const open =
        value === 'YOUNG_FAMILY'
          ? youngFamily(asked, age)
          : value === 'SINGLE_PARENT'
            ? singleParent(asked, age)
            : null
      const { farEastBasis: field } = sectionDefinitions.CREDIT.fields
      return (
        open ??
        answer(
          true,
          fieldText(field, value, (_, code) => code),
          source,
        )
      )
    },
  }),
})

export const maxAgeNow = asker({
  label: 'Возраст заёмщика сейчас',
  params: { years: years('Не больше') },
  rule: ({ years: most }) => ({
    code: 'age',
    title: `Заёмщику не больше ${ofYears(most)}`,
    ask: (asked) => {
      const borrower = main(asked)
      const birth = text(borrower?.sections.PERSONAL?.['birthDate'])
      const source = borrower ? personSource(borrower, 'birthDate') : null
      if (birth === null) return unknown('дата рождения не указана', source)
      const age = yearsBetween(birth, asked.today)
      return answer(age <= most, `возраст ${age}`, source)
    },
  }),
})
