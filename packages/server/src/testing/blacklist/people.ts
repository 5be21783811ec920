import { womansSurname } from '@ipoteka-office/contract/common/person/person-name.ts'
import type { Chance } from '#db/seed/generator.ts'
import type { FullName } from '#features/blacklists/matching/facts.rules.ts'
import { mansNames, surnames, womansNames } from '#features/suggestions/name-lists.ts'
import { patronymicsOf } from '#features/suggestions/names.rules.ts'

/** Somebody made up: an entry of the list, or one who asks for a loan. */
export interface MadePerson extends FullName {
  readonly birthDate: string
  readonly passport: string
  readonly inn: string
  readonly snils: string
  readonly phone: string
}

/** Surnames that are not among the commonest: roots and endings of Russian ones make some forty thousand. */
const roots =
  'Абал Агиш Бажен Балдин Барсук Безрук Белозуб Бирюл Бобриш Богатыр Болдыр Бортник Бражник Булат Вакул Варакс Ведерник Верещаг Вихор Водоп Волконог Вострик Вяземск Галиц Гарус Глазат Глебыч Голдоб Горшен Гребенщ Гущ Дебряк Долгорук Домогат Дробыш Дьячк Ельник Ерофан Ёршик Жаворонк Желтух Живоглаз Завьял Загоскин Звонар Зернищ Золотух Зубач Игнаш Изюм Кабыш Казаринц Калашник Карандаш Качал Кирсан Клепик Ключник Кобыл Колмогор Коробейник Косоруч Кошкар Крашенинник Кубыш Кузовк Лабут Лагут Лапш Ларьк Лихач Лобан Лопатк Лукошк Лысуш Мазур Малафей Мамыр Мелех Мещеряк Мизгир Могил Мосолк Мурзик Мякиш Назимк Недоспас Незнам Нижегород Овсян Огарк Одинц Олсуф Опалих Осташк Паромн Пастух Пеструх Печкур Пищал Подкор Позняк Полуэкт Посохин Пригож Пустовойт Пушник Рагоз Ратник Ревун Рогач Ростопч Рудак Рындин Саврас Садырь Саламат Свечник Седельник Скоробог Слобод Смольян Солодк Стригун Сунгур Сыромят Табак Таранух Телегин Терпуг Толмач Тризн Тулуп Тюлен Углич Удальц Упорн Усольц Фатьян Хабар Харлам Хлопун Холмогор Цыбул Чагин Чеботар Черемис Чижик Чулк Шабан Шадр Шатун Шелех Шишкар Шулеп Щеглов Щукар Юрьевц Ядрин Якшин Ястреб'.split(
    ' ',
  )
const middles = ['', 'ов', 'ев', 'ин', 'ищ', 'ец', 'ач', 'ух', 'ян', 'ен']
const endings = ['ов', 'ев', 'ин', 'ский', 'енко']

/** The commoner the nearer to the beginning, as names are in life. */
const common = (chance: Chance, list: readonly string[], lean: number): string =>
  list[Math.floor(list.length * chance.next() ** lean)] ?? ''

const surname = (chance: Chance): string =>
  chance.percent(45)
    ? common(chance, surnames, 2)
    : chance.of(roots) + chance.of(middles) + chance.of(endings)

const digits = (chance: Chance, count: number): string =>
  Array.from({ length: count }, () => chance.whole(0, 9)).join('')
const two = (value: number) => String(value).padStart(2, '0')

/** Somebody with names as frequent as they are in life, born in 1945–2005. */
export function madePerson(chance: Chance): MadePerson {
  const isWoman = chance.percent(50)
  const mans = surname(chance)
  const pairs = patronymicsOf(common(chance, mansNames, 3))
  const day = two(chance.whole(1, 28))
  return {
    lastName: isWoman ? womansSurname(mans) : mans,
    firstName: common(chance, isWoman ? womansNames : mansNames, 3),
    middleName: pairs?.[isWoman ? 1 : 0] ?? '',
    birthDate: `${chance.whole(1945, 2005)}-${two(chance.whole(1, 12))}-${day}`,
    passport: digits(chance, 10),
    inn: digits(chance, 12),
    snils: digits(chance, 11),
    phone: `+79${digits(chance, 9)}`,
  }
}
