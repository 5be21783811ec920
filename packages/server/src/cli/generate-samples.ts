import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { Chance, fullName, person } from '#db/seed/generator.ts'

/** Where the samples lie in the repository. */
const folder = resolve(import.meta.dirname, '../../../../samples')
const count = 5_000
const programmes = [
  'Семейная ипотека',
  'Вторичный рынок',
  'Новостройка',
  'Дальневосточная ипотека',
  'ИТ-ипотека',
  'Сельская ипотека',
  'Рефинансирование',
  'Военная ипотека',
  'Семейная ипотека для военнослужащих',
]
const levels = [
  'LEVEL_1',
  'LEVEL_1',
  'LEVEL_2',
  'LEVEL_2',
  'LEVEL_2',
  'LEVEL_3',
  'LEVEL_3',
  'LEVEL_4',
  'LEVEL_5',
]
const statuses = ['UNDERWRITING', 'UNDERWRITING', 'UNDERWRITING', 'VERIFICATION', 'CONTROL', 'AUTHORIZATION']
const regions = [
  '77',
  '77',
  '50',
  '78',
  '16',
  '23',
  '66',
  '54',
  '52',
  '61',
  '63',
  '74',
  '02',
  '59',
  '01',
  '34',
  '92',
]
/** Partners of every demo bank (`seedOrganisation`) and the first ones of the large one. */
const lastPartner = 60

const chance = new Chance(5_000)
const rows = Array.from({ length: count }, (_, index) => [
  `ВХ-${String(index + 1).padStart(6, '0')}`,
  fullName(person(chance)),
  chance.of(programmes),
  chance.of(levels),
  chance.of(statuses),
  chance.whole(2, lastPartner),
  chance.of(regions),
])
await writeFile(
  join(folder, `applications-${count}.csv`),
  stringify([['номер', 'клиент', 'программа', 'уровень', 'статус', 'партнёр', 'регион'], ...rows], {
    delimiter: ';',
    bom: true,
    record_delimiter: 'windows',
  }),
)
