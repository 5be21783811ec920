import { lowered } from '@ipoteka-office/contract/words.ts'
import type { RecognitionCheck } from '@ipoteka-office/contract/recognition/recognition.ts'
import { addDays } from '#lib/bank-time.ts'
import type { Found, PassportReadings } from './passport-fields.rules.ts'

const addYears = (iso: string, years: number) => `${Number(iso.slice(0, 4)) + years}${iso.slice(4)}`

const check = (
  code: string,
  label: string,
  passed: boolean | null,
  message: string,
  fields: readonly string[],
): RecognitionCheck => ({ code, label, passed, message, fields: [...fields] })

const digitNames = {
  number: ['серия и номер', ['series', 'number']],
  birthDate: ['дата рождения', ['birthDate']],
  issue: ['дата выдачи и код подразделения', ['issueDate', 'unitCode']],
  whole: ['вся строка', []],
} as const

function zoneCheck({ mrz }: PassportReadings): RecognitionCheck {
  const label = 'Контрольные цифры машиночитаемой зоны'
  if (mrz === null)
    return check(
      'mrz',
      label,
      null,
      'Машиночитаемая зона не найдена: в паспортах, выданных до 2011 года, её нет',
      [],
    )
  const failed = Object.entries(digitNames).filter(([part]) => !mrz.passed[part as keyof typeof digitNames])
  const fields = failed.flatMap(([, [, names]]) => [...names])
  if (failed.length === 0) return check('mrz', label, true, 'Все четыре контрольные цифры сходятся', [])
  return check('mrz', label, false, `Не сходятся: ${failed.map(([, [name]]) => name).join(', ')}`, fields)
}

/** A passport is exchanged at 20 and at 45; ninety days are allowed for it. */
function termCheck(birth: string, issue: string, today: string): RecognitionCheck {
  const label = 'Срок действия'
  for (const age of [20, 45]) {
    const birthday = addYears(birth, age)
    if (issue < birthday && today > addDays(birthday, 90))
      return check('term', label, false, `Паспорт не заменён после ${age} лет и недействителен`, [
        'issueDate',
      ])
  }
  return check('term', label, true, 'Паспорт действует', ['issueDate'])
}

function dateChecks(birth: string | undefined, issue: string | undefined, today: string): RecognitionCheck[] {
  if (birth === undefined || issue === undefined)
    return [
      check('dates', 'Даты', null, 'Прочитаны не обе даты: рождения и выдачи', ['birthDate', 'issueDate']),
    ]
  const isOrdered = issue >= addYears(birth, 14) && issue <= today
  const order = check(
    'dates',
    'Даты',
    isOrdered,
    isOrdered
      ? 'Паспорт выдан после 14 лет и не в будущем'
      : 'Паспорт выдан раньше 14 лет или в будущем: проверьте даты',
    ['birthDate', 'issueDate'],
  )
  return isOrdered ? [order, termCheck(birth, issue, today)] : [order]
}

/** The blank is printed near the year of issue: its year is the second half of the series. */
function seriesCheck(series: string | undefined, issue: string | undefined): RecognitionCheck[] {
  if (series === undefined || issue === undefined) return []
  const apart = Math.abs(Number(issue.slice(2, 4)) - Number(series.slice(2)))
  const isNear = Math.min(apart, 100 - apart) <= 3
  const message = isNear ? 'Год бланка близок к году выдачи' : 'Год бланка в серии далёк от года выдачи'
  return [check('series', 'Серия и год выдачи', isNear, message, ['series', 'issueDate'])]
}

const fatherly = { MALE: /(?:ИЧ|ОГЛЫ)$/, FEMALE: /(?:НА|КЫЗЫ)$/ } as const

function sexCheck(sex: string | undefined, middleName: string | undefined): RecognitionCheck[] {
  if ((sex !== 'MALE' && sex !== 'FEMALE') || middleName === undefined || middleName === '') return []
  const fits = fatherly[sex].test(middleName)
  const message = fits ? 'Отчество соответствует полу' : 'Отчество не соответствует полу'
  return [check('sex', 'Пол и отчество', fits, message, ['sex', 'middleName'])]
}

/** What the values of a passport say of one another. */
export function checkPassport(
  fields: readonly Found[],
  readings: PassportReadings,
  today: string,
): RecognitionCheck[] {
  const value = (name: string) => fields.find((field) => field.name === name)?.value
  const differing = fields.filter(({ problems }) => problems.length > 0)
  const compared = readings.mrz === null ? null : differing.length === 0
  return [
    zoneCheck(readings),
    check(
      'zone',
      'Зона и текст',
      compared,
      compared === null
        ? 'Сравнить не с чем'
        : compared
          ? 'Машиночитаемая зона совпадает с текстом'
          : `Проверьте: ${differing.map(({ label }) => lowered(label)).join(', ')}`,
      differing.map(({ name }) => name),
    ),
    ...dateChecks(value('birthDate'), value('issueDate'), today),
    ...seriesCheck(value('series'), value('issueDate')),
    ...sexCheck(value('sex'), value('middleName')),
  ]
}
