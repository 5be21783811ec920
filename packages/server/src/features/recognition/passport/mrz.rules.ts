import { correct, type Guarded, isShortDate, type SecondLine, type Solution } from './mrz-checks.rules.ts'
import { checkDigit, decodeName, encodeName } from './mrz-letters.rules.ts'

/** Length of a line of the zone (TD3). */
export const mrzLength = 44

/** What the zone of a passport says; dates are ISO. */
export interface MrzFields {
  readonly lastName: string
  readonly firstName: string
  readonly middleName: string
  readonly sex: 'MALE' | 'FEMALE'
  readonly birthDate: string
  readonly series: string
  readonly number: string
  readonly issueDate: string
  readonly unitCode: string
}

/** A zone that was read: its fields as far as they make sense, and which check digits held. */
export interface MrzReading {
  readonly fields: Partial<MrzFields>
  readonly passed: Solution['passed']
  /** How many parts of the second line were put right with the help of check digits. */
  readonly corrected: number
}

const pad = (text: string, length: number) => text.slice(0, length).padEnd(length, '<')
const shortDate = (iso: string) => iso.slice(2).replaceAll('-', '')

/** The two lines of a passport with these fields. */
export function buildMrz(fields: MrzFields): readonly [string, string] {
  const names = [fields.firstName, fields.middleName].filter((name) => name !== '')
  const first = `PNRUS${encodeName(fields.lastName)}<<${names.map(encodeName).join('<')}`
  const guarded = (text: string) => text + checkDigit(text)
  const number = guarded(fields.series.slice(0, 3) + fields.number)
  const birth = guarded(shortDate(fields.birthDate))
  const unit = fields.unitCode.replace('-', '')
  const issue = guarded(`${fields.series.slice(3)}${shortDate(fields.issueDate)}${unit}<`)
  const filler = '<'.repeat(7)
  const sex = fields.sex === 'MALE' ? 'M' : 'F'
  const whole = checkDigit(number + birth + filler + issue)
  return [pad(first, mrzLength), `${number}RUS${birth}${sex}${filler}${issue}${whole}`]
}

/** Letters that stand where only a digit can be. */
const digitOf: Readonly<Record<string, string>> = {
  O: '0',
  Q: '0',
  D: '0',
  U: '0',
  I: '1',
  L: '1',
  J: '1',
  Z: '2',
  A: '4',
  S: '5',
  G: '6',
  T: '7',
  Y: '7',
  B: '8',
  P: '9',
}
const digits = (text: string) =>
  Array.from(text)
    .map((sign) => digitOf[sign] ?? sign)
    .join('')

const guard = (text: string, check: string, end = ''): Guarded => ({
  text: digits(text) + end,
  check: digits(check),
})

const digit = '[0-9OQDUILJZASGTYBP]'
const secondLine = new RegExp(
  [
    `(${digit}{9})(${digit})`,
    '[RPBKN][UO0V][S58]',
    `(${digit}{6})(${digit})`,
    '([MFHNWPEK])',
    '[<KCLEGS(]{0,12}?',
    `(${digit}{13})`,
    `[^0-9]{0,3}?(${digit})(${digit})?[^0-9]*$`,
  ].join(''),
)

/** Puts the parts where they belong although fillers may have been lost or doubled. */
function splitSecond(line: string): SecondLine | null {
  const match = secondLine.exec(line)
  if (match === null) return null
  const [, number, numberCheck, birth, birthCheck, sex, issue, issueCheck, whole] = match.map(
    (part) => part ?? '',
  ) as [string, string, string, string, string, string, string, string, string]
  return {
    number: guard(number, numberCheck),
    birth: guard(birth, birthCheck),
    issue: guard(issue, issueCheck, '<'),
    sex: 'MHNWK'.includes(sex) ? 'M' : 'F',
    whole: digits(whole),
  }
}

/** A two-digit year is the latest one that is not after this year. */
function isoDate(text: string, today: string): string | undefined {
  if (!isShortDate(text)) return undefined
  const century = text.slice(0, 2) > today.slice(2, 4) ? '19' : '20'
  return `${century}${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`
}

function secondFields({ number, birth, issue, sex }: SecondLine, today: string): Partial<MrzFields> {
  const born = isoDate(birth.text, today)
  const issued = isoDate(issue.text.slice(1, 7), today)
  const hasNumber = /^\d{9}$/.test(number.text)
  return {
    sex: sex === 'M' ? 'MALE' : 'FEMALE',
    ...(hasNumber && { number: number.text.slice(3) }),
    ...(hasNumber && /^\d/.test(issue.text) && { series: number.text.slice(0, 3) + issue.text.slice(0, 1) }),
    ...(born !== undefined && { birthDate: born }),
    ...(issued !== undefined && { issueDate: issued }),
    ...(/^\d{13}/.test(issue.text) && {
      unitCode: `${issue.text.slice(7, 10)}-${issue.text.slice(10, 13)}`,
    }),
  }
}

/** Digits that stand for no letter of a name. */
const nameSigns: Readonly<Record<string, string>> = { '0': 'O', '1': 'I', '5': 'S' }
const start = /^[<KCL(]*[PF][NMH<]?[RPK]?[UO0V]?[S58]/
/** Without the fillers at the end and the letters that single ones were taken for: «IVANOV<<IVAN<<K<C» → «IVANOV<<IVAN». */
function withoutFillers(line: string): string {
  const parts = line.split('<')
  const last = parts.findLastIndex((part, at) => at === 0 || !/^[KCLEGS]{0,2}$/.test(part))
  return parts.slice(0, last + 1).join('<')
}

/** Surname, name and patronymic of the first line. */
function readNames(line: string): Partial<MrzFields> {
  const rest = withoutFillers(line.replace(start, ''))
  const between = rest.includes('<<') ? /<<+/ : /<[KCL]|[KC]</
  const [surname = '', given = ''] = rest
    .split(between, 2)
    .map((part) => part.replaceAll(/[015]/g, (sign) => nameSigns[sign] ?? sign))
  const [firstName = '', ...others] = given.split('<').filter((part) => part !== '')
  if (surname.replaceAll('<', '').length < 2 || firstName === '') return {}
  return {
    lastName: decodeName(surname),
    firstName: decodeName(firstName),
    middleName: others.map(decodeName).join(' '),
  }
}

const normal = (line: string) =>
  line
    .toUpperCase()
    .replaceAll(/[«‹〈]/g, '<')
    .replaceAll(/[^0-9A-Z<(]/g, '')

/** Reads the two lines as they came from the reader; null when they are no zone of a Russian passport. */
export function readMrz(first: string, second: string, today: string): MrzReading | null {
  const split = splitSecond(normal(second))
  if (split === null) return null
  const { parts, passed, changes } = correct(split)
  const fields = { ...readNames(normal(first)), ...secondFields(parts, today) }
  return { fields, passed, corrected: changes }
}
