import { describe, expect, it } from 'vitest'
import type { ReadCell } from '#lib/read-spreadsheet.ts'
import { changesOf, readCalendar } from './calendar-file.rules.ts'
import { fromDay } from './dates.rules.ts'

const rowsOf = (...rows: ReadCell[][]) => rows.map((cells, at) => ({ line: at + 1, cells }))
const heading = ['Дата', 'Вид дня', 'Примечание']
const months = 'Январь Февраль Март Апрель Май Июнь Июль Август Сентябрь Октябрь Ноябрь Декабрь'.split(' ')

/** The weekends of 2027 by months, as the open data list them. */
const weekends = months.map((_, month) =>
  Array.from({ length: new Date(Date.UTC(2027, month + 1, 0)).getUTCDate() }, (__, at) => at + 1)
    .filter((date) => [0, 6].includes(new Date(Date.UTC(2027, month, date)).getUTCDay()))
    .join(','),
)

const daysOf = (rows: ReturnType<typeof rowsOf>, year = 2027) => {
  const { days, errors } = readCalendar(rows, year)
  return { days: Object.fromEntries([...days].map(([day, value]) => [fromDay(day), value])), errors }
}

describe('a file of the production calendar', () => {
  it('with a row a day', () => {
    const file = rowsOf(
      heading,
      ['22.02.2027', 'Выходной или праздник', 'Перенос с 2 января'],
      [new Date('2027-02-20'), 'рабочий', null],
      ['2027-03-05', 'SHORT', ''],
    )
    expect(daysOf(file)).toEqual({
      errors: [],
      days: {
        '2027-02-22': { kind: 'DAY_OFF', comment: 'Перенос с 2 января' },
        '2027-02-20': { kind: 'WORKING', comment: '' },
        '2027-03-05': { kind: 'SHORT', comment: '' },
      },
    })
  })

  it('of the open data: days off, short ones, moved ones and a worked Saturday', () => {
    const cells = weekends.map((list, month) => {
      if (month === 1) return `${list.replace('20,', '')},22+,23`
      return month === 3 ? `${list},30*` : list
    })
    const { days, errors } = daysOf(
      rowsOf(['Год/Месяц', ...months], ['2026', ...cells.map(() => '1')], ['2027', ...cells]),
    )
    expect(errors).toEqual([])
    expect(days).toEqual({
      '2027-02-20': { kind: 'WORKING', comment: null },
      '2027-02-22': { kind: 'DAY_OFF', comment: 'Перенос выходного' },
      '2027-02-23': { kind: 'DAY_OFF', comment: null },
      '2027-04-30': { kind: 'SHORT', comment: null },
    })
  })

  it.each<[ReadCell[][], string]>([
    [[['День', 'Что']], 'Нужны столбцы «Дата» и «Вид дня»'],
    [[], 'Нужны столбцы «Дата» и «Вид дня»'],
    [[heading, ['30.02.2027', 'Рабочий', '']], '«30.02.2027» — не дата, нужна дата вида 23.02.2027'],
    [[heading, ['22.02.2026', 'Рабочий', '']], '2026-02-22 — день не 2027 года'],
    [[heading, ['22.02.2027', 'Праздник', '']], 'Вид дня «Праздник» неизвестен'],
    [[heading, ['22.02.2027', 'Рабочий', 'я'.repeat(201)]], 'Примечание длиннее 200 знаков'],
    [[heading, ['22.02.2027', 'Рабочий'], ['2027-02-22', 'Рабочий']], 'Этот день в файле уже был'],
    [
      [
        ['Год', ...months],
        ['2026', ...weekends],
      ],
      'В файле нет строки 2027 года',
    ],
    [
      [
        ['Год', ...months],
        ['2027', ...weekends.with(1, '6,7,30')],
      ],
      'Столбец «февраль»: непонятный день «30»',
    ],
    [
      [
        ['Год', ...months],
        ['2027', ...weekends.with(11, '')],
      ],
      'Столбец «декабрь»: нет выходных дней',
    ],
  ])('is refused by row: %j', (rows, message) => {
    expect(daysOf(rowsOf(...rows)).errors[0]?.message).toContain(message)
  })

  it('changes only what it says otherwise, and takes back what it does not name', () => {
    const present = [
      { day: '2027-02-22', kind: 'SHORT' as const, comment: 'Перед праздником', version: 0, computed: true },
      { day: '2027-02-23', kind: 'DAY_OFF' as const, comment: 'День защитника', version: 0, computed: true },
      { day: '2027-05-03', kind: 'DAY_OFF' as const, comment: 'Перенос с 1 мая', version: 0, computed: true },
    ]
    const file = readCalendar(
      rowsOf(['Год', ...months], ['2027', ...weekends.with(1, `${weekends[1]},22+,23`)]),
      2027,
    )
    expect(changesOf(present, file)).toEqual([
      { day: '2027-02-22', before: 'SHORT', after: 'DAY_OFF', comment: 'Перенос выходного' },
      { day: '2027-05-03', before: 'DAY_OFF', after: 'USUAL', comment: '' },
    ])
    expect(changesOf([], readCalendar(rowsOf(heading, ['02.01.2027', 'DAY_OFF', '']), 2027))).toEqual([])
  })
})
