import { lowered } from '@ipoteka-office/contract/words.ts'
import { isDebtor } from '@ipoteka-office/contract/cases/case-participants.ts'
import type { QuestionnaireParticipant } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { personalFields } from '@ipoteka-office/contract/cases/sections/personal.ts'
import { counted, yearsText } from '@ipoteka-office/contract/common/counted.ts'
import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import { fieldText, type NameOf, noValue } from '@ipoteka-office/contract/common/field-texts.ts'
import type { FieldSpec, SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import { passportValidTo, passportWarnings } from '@ipoteka-office/contract/common/person/passport.ts'
import { yearsBetween } from '@ipoteka-office/contract/products/eligibility/rule.ts'
import { comparedField } from '@ipoteka-office/contract/underwriting/form/comparison-fields.ts'
import type { ComparedFieldKey } from '@ipoteka-office/contract/underwriting/form/comparison-keys.ts'
import type {
  FactCheck,
  PersonalFact,
  PersonalSheet,
} from '@ipoteka-office/contract/underwriting/personal/personal-sheet.ts'

type Group = PersonalSheet['groups'][number]['group']
type Field = keyof typeof personalFields

/** What a sheet is told by. */
export interface PersonalReader {
  /** As the reader may see it. */
  readonly shown: SectionValues
  /** As it is stored: dates are counted by it, numbers are never told from it. */
  readonly stored: SectionValues
  readonly today: string
  readonly nameOf: NameOf
  readonly checks: readonly FactCheck[]
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const rowsOf = (value: unknown): SectionValues[] => (Array.isArray(value) ? (value as SectionValues[]) : [])
const joined = (...parts: readonly (string | false | null)[]): string => parts.filter(Boolean).join(', ')
const specOf = (field: Field): FieldSpec => personalFields[field]

/** «12 лет», «меньше года»; empty for no day. */
function sinceText(since: string, today: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(since) || since > today) return ''
  const years = yearsBetween(since, today)
  return years === 0 ? 'меньше года' : yearsText(years)
}

interface More {
  readonly note?: string
  readonly warning?: string | null
  readonly row?: ComparedFieldKey
  readonly checks?: readonly string[]
  readonly value?: string
}

function factOf(reader: PersonalReader, field: Field, more: More = {}): PersonalFact {
  const spec = specOf(field)
  const { note = '', warning = null, row = null, checks = [] } = more
  return {
    key: field,
    label: spec.label,
    value: more.value ?? fieldText(spec, reader.shown[field], reader.nameOf),
    note,
    warning,
    row,
    checks: reader.checks.filter(({ code }) => checks.includes(code)),
  }
}

const nameParts = ['lastName', 'firstName', 'middleName'] as const

function nameFacts(reader: PersonalReader): PersonalFact[] {
  const { shown, stored, today } = reader
  const birthDate = textOf(stored['birthDate'])
  const fullName = nameParts
    .map((part) => textOf(shown[part]))
    .filter(Boolean)
    .join(' ')
  return [
    {
      ...factOf(reader, 'lastName', {
        value: fullName || noValue,
        row: 'lastName',
        checks: ['BLACKLIST_PERSON'],
      }),
      label: 'ФИО',
    },
    ...rowsOf(shown['previousNames']).map((row, at) => ({
      ...factOf(reader, 'previousNames', {
        value: textOf(row['fullName']) || noValue,
        note: joined(
          row['changedOn'] ? `сменил ${dayText(textOf(row['changedOn']))}` : null,
          textOf(row['reason']),
        ),
      }),
      key: `previousNames.${at}`,
      label: 'Прежнее имя',
    })),
    factOf(reader, 'sex'),
    factOf(reader, 'birthDate', {
      note: sinceText(birthDate, today),
      row: 'birthDate',
      checks: ['AGE_LIMIT'],
    }),
    factOf(reader, 'birthPlace', { row: 'birthPlace' }),
    factOf(reader, 'citizenship'),
  ]
}

/** The passport with who issued it, till when it is good, and what in it is unusual. */
function passportFact(reader: PersonalReader): PersonalFact {
  const { shown, stored, today } = reader
  const issuedOn = textOf(stored['passportIssuedOn']) || null
  const birthDate = textOf(stored['birthDate']) || null
  const validTo = passportValidTo(issuedOn, birthDate)
  const seriesNumber = textOf(stored['passport'])
  const unitCode = textOf(stored['passportUnitCode'])
  const warnings = passportWarnings(
    { seriesNumber, unitCode, ...(issuedOn !== null && { issuedOn }) },
    { today, birthDate },
  )
  const given = textOf(shown['passportIssuedOn'])
  return factOf(reader, 'passport', {
    note: joined(
      given !== '' && `выдан ${dayText(given)}`,
      textOf(shown['passportIssuer']),
      unitCode !== '' && `код ${textOf(shown['passportUnitCode'])}`,
      validTo !== null &&
        (validTo < today ? `был годен по ${dayText(validTo)}` : `годен по ${dayText(validTo)}`),
      validTo === null && issuedOn !== null && birthDate !== null && 'бессрочный',
    ),
    warning: warnings.length === 0 ? null : warnings.map(({ message }) => message).join('. '),
    row: 'passport',
    checks: ['PASSPORT_INVALID', 'PASSPORT_FORMAT'],
  })
}

const paperFacts = (reader: PersonalReader): PersonalFact[] => [
  passportFact(reader),
  ...rowsOf(reader.shown['previousPassports']).map((row, at) => ({
    ...factOf(reader, 'previousPassports', {
      value: fieldText(personalFields.passport, row['passport'], reader.nameOf),
      note: row['issuedOn'] ? `выдан ${dayText(textOf(row['issuedOn']))}` : '',
    }),
    key: `previousPassports.${at}`,
    label: 'Прежний паспорт',
  })),
  factOf(reader, 'foreignDocument'),
  factOf(reader, 'inn', { row: 'inn', checks: ['INN_MATCH'] }),
  factOf(reader, 'snils', { row: 'snils', checks: ['SNILS_MATCH'] }),
]

function addressFacts(reader: PersonalReader): PersonalFact[] {
  const { shown, stored, today, nameOf } = reader
  const since = textOf(stored['registeredOn'])
  const kind = shown['registrationType']
  const registration = factOf(reader, 'registrationAddress', {
    note: joined(
      kind !== undefined && lowered(fieldText(personalFields.registrationType, kind, nameOf)),
      since !== '' && joined(`с ${dayText(since)}`, sinceText(since, today)),
    ),
    row: 'registrationAddress',
    checks: ['ADDRESS_FIAS'],
  })
  const cause = shown['residenceCause']
  const note = cause === undefined ? '' : lowered(fieldText(personalFields.residenceCause, cause, nameOf))
  return [
    registration,
    stored['livesAtRegistration'] === true
      ? factOf(reader, 'residenceAddress', { value: 'по адресу регистрации', note })
      : factOf(reader, 'residenceAddress', { note }),
  ]
}

const contactFacts = (reader: PersonalReader): PersonalFact[] => [
  factOf(reader, 'phone', { row: 'phone', checks: ['PHONE_OWNERSHIP', 'BLACKLIST_PHONE'] }),
  ...rowsOf(reader.shown['extraPhones']).map((row, at) => ({
    ...factOf(reader, 'extraPhones', {
      value: textOf(row['phone']) || noValue,
      note:
        row['kind'] === undefined ? '' : lowered(reader.nameOf('individualPhoneType', textOf(row['kind']))),
    }),
    key: `extraPhones.${at}`,
    label: 'Другой телефон',
  })),
  factOf(reader, 'email', { checks: ['EMAIL_RISK'] }),
]

/** Children under age, as the comparison counts them, and whoever else is kept. */
function dependantsText(stored: SectionValues, today: string): string {
  const minors = Number(comparedField('minors').read({ PERSONAL: stored }, today) ?? 0)
  const others = typeof stored['dependants'] === 'number' ? stored['dependants'] : 0
  if (minors + others === 0) return 'нет'
  return joined(
    minors > 0 && counted(minors, ['ребёнок', 'ребёнка', 'детей']),
    others > 0 && counted(others, ['другой иждивенец', 'других иждивенца', 'других иждивенцев']),
  )
}

function familyFacts(reader: PersonalReader): PersonalFact[] {
  const { shown, stored, today } = reader
  const contract = shown['marriageContract']
  const children = rowsOf(shown['children'])
  const isTold = stored['hasChildren'] !== undefined || stored['dependants'] !== undefined
  return [
    factOf(reader, 'maritalStatus', {
      note:
        contract === undefined ? '' : contract === true ? 'есть брачный договор' : 'брачного договора нет',
      row: 'maritalStatus',
    }),
    ...children.map((row, at) => ({
      ...factOf(reader, 'children', {
        value: textOf(row['name']) || 'Имя не указано',
        note: joined(
          row['birthDate'] !== undefined &&
            joined(dayText(textOf(row['birthDate'])), sinceText(textOf(row['birthDate']), today)),
          row['disabled'] === true && 'инвалидность',
          row['russian'] === false && 'не гражданин России',
        ),
      }),
      key: `children.${at}`,
      label: 'Ребёнок',
    })),
    {
      ...factOf(reader, 'dependants', {
        value: isTold ? dependantsText(stored, today) : noValue,
        row: 'minors',
      }),
      label: 'На иждивении',
    },
  ]
}

const otherFacts = (reader: PersonalReader): PersonalFact[] => [
  factOf(reader, 'education'),
  factOf(reader, 'representative'),
]

/** Fields that are asked of everybody; the rest is told of whoever said it, and of debtors as missing. */
const shownAnyway: readonly string[] = ['lastName', 'birthDate', 'passport', 'phone', 'registrationAddress']
/** What there mostly is none of. */
const shownIfGiven: readonly string[] = ['foreignDocument', 'representative']

/** The personal data of a participant as who decides reads them, each fact with the checks that speak of it. */
export function personalSheet(
  { role }: Pick<QuestionnaireParticipant, 'role'>,
  reader: PersonalReader,
): PersonalSheet {
  const groups: [Group, PersonalFact[]][] = [
    ['NAME', nameFacts(reader)],
    ['PAPERS', paperFacts(reader)],
    ['ADDRESSES', addressFacts(reader)],
    ['CONTACTS', contactFacts(reader)],
    ['FAMILY', familyFacts(reader)],
    ['OTHER', otherFacts(reader)],
  ]
  const isWanted = ({ key, value, checks }: PersonalFact) =>
    value !== noValue ||
    shownAnyway.includes(key) ||
    checks.length > 0 ||
    (isDebtor(role) && !shownIfGiven.includes(key))
  return {
    groups: groups.flatMap(([group, facts]) => {
      const wanted = facts.filter(isWanted)
      return wanted.length === 0 ? [] : [{ group, facts: wanted }]
    }),
  }
}

/** Dictionaries whose names the sheet tells. */
export const personalDictionaries = [
  'citizenship',
  'registrationType',
  'residenceCause',
  'maritalStatus',
  'educationLevel',
  'individualPhoneType',
] as const
