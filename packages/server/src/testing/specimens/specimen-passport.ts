import { type Chance, person } from '#db/seed/generator.ts'
import { buildMrz } from '#features/recognition/passport/mrz.rules.ts'

/** What is printed in a made-up passport; dates are ISO. */
export interface PassportData {
  readonly lastName: string
  readonly firstName: string
  readonly middleName: string
  readonly sex: 'MALE' | 'FEMALE'
  readonly birthDate: string
  readonly birthPlace: string
  readonly series: string
  readonly number: string
  readonly issueDate: string
  readonly unitCode: string
  readonly issuer: string
  /** Absent in passports that were issued before the zone was introduced. */
  readonly mrz: readonly [string, string] | null
}

const cities =
  'САРАТОВ МОСКВА ОРЕНБУРГ ЕКАТЕРИНБУРГ НОВОСИБИРСК ТВЕРЬ КАЛУГА САМАРА УФА ЧЕЛЯБИНСК ПЕРМЬ РЯЗАНЬ ВОРОНЕЖ ЯРОСЛАВЛЬ ТЮМЕНЬ КУРСК ПЕНЗА ИЖЕВСК ЩЁЛКОВО ЭНГЕЛЬС ЮЖНО-САХАЛИНСК'.split(
    ' ',
  )
const villages = 'ПЕТРОВКА БЕРЁЗОВО СОСНОВКА КРАСНЫЙ_ЯР НИЖНИЕ_СЕРГИ ЗАРЕЧЬЕ ПОКРОВСКОЕ ОЗЁРНОЕ'.split(' ')
const districts = 'СОРОЧИНСКОГО ПЕТРОВСКОГО ВОЛЬСКОГО АЛЕКСЕЕВСКОГО КРАСНОУФИМСКОГО БОРСКОГО'.split(' ')
const regions =
  'ОРЕНБУРГСКОЙ САРАТОВСКОЙ СВЕРДЛОВСКОЙ ТВЕРСКОЙ КАЛУЖСКОЙ САМАРСКОЙ ЧЕЛЯБИНСКОЙ НОВОСИБИРСКОЙ РЯЗАНСКОЙ'.split(
    ' ',
  )
const cityDistricts = 'ТВЕРСКОЙ ЛЕФОРТОВО ЗЮЗИНО ПРЕСНЕНСКИЙ ХАМОВНИКИ ЧЕРТАНОВО_СЕВЕРНОЕ'.split(' ')

const spaced = (text: string) => text.replaceAll('_', ' ')
const two = (n: number) => String(n).padStart(2, '0')

function birthPlace(chance: Chance): string {
  if (chance.percent(55)) return `${chance.of(['ГОР.', 'Г.', 'ГОРОД'])} ${chance.of(cities)}`
  return `${chance.of(['С.', 'ПОС.', 'ДЕР.'])} ${spaced(chance.of(villages))} ${chance.of(districts)} Р-НА ${chance.of(regions)} ОБЛ.`
}

function issuer(chance: Chance): string {
  const region = chance.of(regions)
  return spaced(
    chance.of([
      `ОТДЕЛОМ УФМС РОССИИ ПО ${region} ОБЛАСТИ В ГОР. ${chance.of(cities)}`,
      `ГУ МВД РОССИИ ПО ${region} ОБЛАСТИ`,
      `УМВД РОССИИ ПО ${region} ОБЛАСТИ`,
      `ОТДЕЛЕНИЕМ УФМС РОССИИ ПО ГОР. МОСКВЕ ПО РАЙОНУ ${chance.of(cityDistricts)}`,
      `ТП № ${chance.whole(1, 60)} ОТДЕЛА УФМС РОССИИ ПО ${region} ОБЛАСТИ`,
      `ОВД ${chance.of(districts)} РАЙОНА ${region} ОБЛАСТИ`,
    ]),
  )
}

/** Invents a passport; every eighth is older than the machine-readable zone. */
export function inventPassport(chance: Chance): PassportData {
  const name = person(chance)
  const sex = /(?:на|кызы)$/.test(name.middleName) ? 'FEMALE' : 'MALE'
  const hasMrz = !chance.percent(12)
  const issueYear = hasMrz ? chance.whole(2012, 2025) : chance.whole(2001, 2010)
  const birthYear = issueYear - chance.whole(20, 45)
  const region = chance.whole(10, 97)
  const data = {
    lastName: name.lastName.toUpperCase(),
    firstName: name.firstName.toUpperCase(),
    middleName: name.middleName.toUpperCase(),
    sex,
    birthDate: `${birthYear}-${two(chance.whole(1, 12))}-${two(chance.whole(1, 28))}`,
    birthPlace: birthPlace(chance),
    series: `${region}${two((issueYear - chance.whole(0, 1)) % 100)}`,
    number: String(chance.whole(100_000, 999_999)),
    issueDate: `${issueYear}-${two(chance.whole(1, 12))}-${two(chance.whole(1, 28))}`,
    unitCode: `${two(region)}${chance.whole(0, 3)}-${String(chance.whole(1, 140)).padStart(3, '0')}`,
    issuer: issuer(chance),
  } as const
  return { ...data, mrz: hasMrz ? buildMrz(data) : null }
}
