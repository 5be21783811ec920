import { isInn, isKpp } from '@ipoteka-office/contract/common/identifiers.ts'
import type { Word } from '#integrations/ocr/words.ts'
import { around, type Box, isWord, linesOf } from '../layout.rules.ts'
import { dateOf, digitsOnly } from '../text.rules.ts'

/** A value of the certificate as it was read. */
export interface CertificateValue {
  readonly value: string
  readonly confidence: number
  readonly box: Box
  readonly problems: readonly string[]
}

type Line = readonly Word[]
type Values = Readonly<Record<string, CertificateValue>>

const mean = (words: Line) =>
  words.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, words.length)

function valueOf(value: string, words: Line, problems: readonly string[] = []): CertificateValue | null {
  const box = around(words)
  return value === '' || box === null ? null : { value, confidence: mean(words), box, problems }
}

/** Words behind a label of several words on its line, up to a word that begins another label. */
function behind(line: Line, label: readonly string[], until: readonly string[]): Line | null {
  for (let at = 0; at + label.length <= line.length; at += 1) {
    const fits = label.every((printed, offset) => isWord(line[at + offset]?.text ?? '', printed))
    if (!fits) continue
    const rest = line.slice(at + label.length)
    const end = rest.findIndex(({ text }) => until.some((printed) => isWord(text, printed)))
    return end === -1 ? rest : rest.slice(0, end)
  }
  return null
}

const first = <T>(lines: readonly Line[], look: (line: Line) => T | null): T | null => {
  for (const line of lines) {
    const found = look(line)
    if (found !== null) return found
  }
  return null
}

const joined = (words: Line) => words.map(({ text }) => text).join(' ')

/** Digits of one of the wanted lengths behind a label. */
function digitsBehind(
  line: Line,
  label: readonly string[],
  lengths: readonly number[],
  isSound?: (text: string) => boolean,
): CertificateValue | null {
  const words = behind(line, label, labels)
  if (words === null) return null
  for (let count = 1; count <= Math.min(3, words.length); count += 1) {
    const digits = digitsOnly(
      words
        .slice(0, count)
        .map(({ text }) => text)
        .join(''),
    )
    if (!lengths.includes(digits.length)) continue
    const problems = isSound === undefined || isSound(digits) ? [] : ['Контрольная цифра не сходится']
    return valueOf(digits, words.slice(0, count), problems)
  }
  return null
}

/** A number of the wanted length that its check digits prove, wherever it stands on the line. */
function numberIn(
  line: Line,
  lengths: readonly number[],
  isSound: (text: string) => boolean,
): CertificateValue | null {
  for (const word of line) {
    const digits = digitsOnly(word.text)
    if (lengths.includes(digits.length) && digits.length >= word.text.length - 1 && isSound(digits))
      return valueOf(digits, [word])
  }
  return null
}

/** The number of the agent's own line, when the label before it was misread. */
const lonely = (lines: readonly Line[], lengths: readonly number[], isSound: (text: string) => boolean) =>
  first(lines, (line) =>
    line.some(({ text }) => isWord(text, 'ОКТМО')) ? numberIn(line, lengths, isSound) : null,
  )

const labels = [
  'ОКТМО',
  'Телефон',
  'ИНН',
  'КПП',
  'Имя',
  'Отчество',
  'Дата',
  'Гражданство',
  'Статус',
  'Серия',
  'Код',
]

/** Names as people write them: a capital first letter in each part. */
const properName = (words: Line) =>
  joined(words)
    .replaceAll(/[^А-ЯЁа-яё -]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<=-) | (?=-)/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(/(?:^|[ -])[а-яё]/g, (letter) => letter.toUpperCase())
    .replaceAll(/ (Оглы|Кызы)$/g, (word) => word.toLowerCase())

const nameBehind = (lines: readonly Line[], label: string) =>
  first(lines, (line) => {
    const words = behind(line, [label], ['Имя', 'Отчество', 'Фамилия'])
    return words === null
      ? null
      : valueOf(
          properName(words),
          words.filter(({ text }) => /[А-ЯЁа-яё]/.test(text)),
        )
  })

function agentName(lines: readonly Line[]): CertificateValue | null {
  return first(lines, (line) => {
    const words = behind(line, ['Налоговый', 'агент'], [])
    if (words === null || joined(words).startsWith('(')) return null
    const value = joined(words)
      .replaceAll(/["“”„<>]{1,2}/g, (_sign, at: number, whole: string) =>
        at === 0 || whole[at - 1] === ' ' ? '«' : '»',
      )
      .replaceAll(/^[^А-ЯЁа-яё«]+|[^А-ЯЁа-яё»0-9]+$/g, '')
    return valueOf(value, words)
  })
}

function dateBehind(lines: readonly Line[], label: readonly string[]): CertificateValue | null {
  return first(lines, (line) => {
    const words = behind(line, label, ['Гражданство']) ?? []
    const value = dateOf(words.map(({ text }) => text).join(''))
    return value === null ? null : valueOf(value, words)
  })
}

/** «за 2024 год от 15.01.2025». */
function heading(lines: readonly Line[]): { year: CertificateValue | null; date: CertificateValue | null } {
  for (const line of lines) {
    const text = joined(line)
    const year = /(?<!\d[.,])(?<!\d)(20\d{2})\s*год/.exec(text)?.[1] ?? /за\s*(20\d{2})/.exec(text)?.[1]
    if (year === undefined) continue
    const date = dateOf(text.slice(text.indexOf(year) + 4))
    const dated = line.filter((word) => /\d{2}[.,]\d{2}[.,]\d{4}/.test(word.text))
    return {
      year: valueOf(year, line.filter((word) => word.text.includes(year)).slice(0, 1)),
      date: date === null ? null : valueOf(date, dated.length > 0 ? dated : line),
    }
  }
  return { year: null, date: null }
}

function documentNumber(lines: readonly Line[]): CertificateValue | null {
  return first(lines, (line) => {
    const words = behind(line, ['Серия', 'и', 'номер', 'документа'], [])
    if (words === null) return null
    const digits = digitsOnly(words.map(({ text }) => text).join(''))
    return digits.length === 10
      ? valueOf(`${digits.slice(0, 2)} ${digits.slice(2, 4)} ${digits.slice(4)}`, words)
      : null
  })
}

function taxRate(lines: readonly Line[]): CertificateValue | null {
  return first(lines, (line) => {
    const words = behind(line, ['облагаемые', 'по', 'ставке'], [])
    const rate = words === null ? undefined : /\d{1,2}/.exec(joined(words))?.[0]
    return rate === undefined || words === null ? null : valueOf(rate, words)
  })
}

/** Values of the first two sections and of the headings. */
export function certificateValues(words: readonly Word[]): Values {
  const lines = linesOf(words)
  const ofPerson = (line: Line) =>
    joined(line).includes('Росс') || line.some(({ text }) => isWord(text, 'Федерации'))
  const { year, date } = heading(lines)
  const found: Record<string, CertificateValue | null> = {
    year,
    certificateDate: date,
    agentName: agentName(lines),
    agentInn:
      first(lines, (line) => (ofPerson(line) ? null : digitsBehind(line, ['ИНН'], [10, 12], isInn))) ??
      lonely(lines, [10, 12], isInn),
    agentKpp: first(lines, (line) => digitsBehind(line, ['КПП'], [9], isKpp)) ?? lonely(lines, [9], isKpp),
    oktmo: first(lines, (line) => digitsBehind(line, ['ОКТМО'], [8, 11])),
    personInn:
      first(lines, (line) => digitsBehind(line, ['Федерации'], [12], isInn)) ??
      first(lines, (line) => (ofPerson(line) ? numberIn(line, [12], isInn) : null)),
    lastName: nameBehind(lines, 'Фамилия'),
    firstName: nameBehind(lines, 'Имя'),
    middleName: nameBehind(lines, 'Отчество'),
    birthDate: dateBehind(lines, ['Дата', 'рождения']),
    documentNumber: documentNumber(lines),
    taxRate: taxRate(lines),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== null)) as Values
}

/** How many of the form's own words are there: a page with fewer than five is no certificate. */
export function certificateWords(words: readonly Word[]): number {
  const printed = [
    'СПРАВКА',
    'ДОХОДАХ',
    'НАЛОГА',
    'Налоговый',
    'агент',
    'ОКТМО',
    'Фамилия',
    'облагаемые',
    'Месяц',
    'вычета',
    'исчисленная',
    'удержанная',
    'налоговом',
  ]
  return printed.filter((text) => words.some((word) => isWord(word.text, text))).length
}
