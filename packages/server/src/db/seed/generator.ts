import { innControlDigit, ogrnControlDigit } from '@ipoteka-office/contract/common/identifiers.ts'

/** Repeatable chance: the same seed gives the same people, partners and applications on every machine. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** From 0 up to 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  of<T>(list: readonly T[]): T {
    const item = list[this.whole(0, list.length - 1)]
    if (item === undefined) throw new Error('Nothing to choose from')
    return item
  }

  /** True in `percent` of the cases. */
  percent(percent: number): boolean {
    return this.next() * 100 < percent
  }

  /** `count` different ones. */
  some<T>(list: readonly T[], count: number): T[] {
    const rest = [...list]
    return Array.from(
      { length: Math.min(count, rest.length) },
      () => rest.splice(this.whole(0, rest.length - 1), 1)[0] as T,
    )
  }
}

export interface Person {
  readonly lastName: string
  readonly firstName: string
  readonly middleName: string
}

const surnames =
  'Абрамов Алёшин Артемьев Белоусов Бережной Беляев Виноградов Воробьёв Гаврилов Голубев Громов Давыдов Дёмин Добронравов Ежов Ёлкин Ершов Жуков Зайцев Зимин Исаев Калинин Ковалёв Комаров Королёв Крылов Лапин Лебедев Логинов Мартынов Медведев Миронов Нестеров Новиков Овчинников Осипов Пахомов Попов Рогов Рыбаков Савельев Семёнов Соболев Сорокин Тарасов Титов Ушаков Фёдоров Филатов Фомин Хомяков Цветков Чернов Шестаков Щербаков Юдин Яковлев'.split(
    ' ',
  )
const unchanging = ['Ким', 'Пак', 'Шевченко', 'Бондаренко', 'Черных', 'Седых', 'Дюма', 'Гёте']
const men =
  'Александр Алексей Артём Борис Вадим Виктор Глеб Даниил Егор Иван Кирилл Лев Максим Михаил Никита Олег Павел Пётр Роман Святослав Семён Сергей Тимур Фёдор Юрий'.split(
    ' ',
  )
const women =
  'Алёна Анастасия Анна Валентина Вера Виктория Галина Дарья Екатерина Елена Ирина Ксения Лариса Любовь Марина Мария Надежда Наталья Ольга Полина Светлана София Татьяна Ульяна Юлия'.split(
    ' ',
  )
const fathers =
  'Александров Алексеев Андреев Борисов Викторов Владимиров Григорьев Дмитриев Евгеньев Иванов Игорев Константинов Леонидов Максимов Николаев Олегов Павлов Петров Романов Семёнов Сергеев Фёдоров Юрьев'.split(
    ' ',
  )
const easternFathers = ['Рашид', 'Эльдар', 'Фарид', 'Мурад', 'Камран']
const easternSurnames = ['Гусейнов', 'Алиев', 'Мамедов', 'Рагимов']

/** A made-up person; some with «ё», a double surname, «оглы» or «кызы». */
export function person(chance: Chance): Person {
  const isWoman = chance.percent(55)
  const ending = isWoman ? 'а' : ''
  const firstName = chance.of(isWoman ? women : men)
  if (chance.percent(3))
    return {
      lastName: chance.of(easternSurnames) + ending,
      firstName,
      middleName: `${chance.of(easternFathers)} ${isWoman ? 'кызы' : 'оглы'}`,
    }
  const drawn = chance.of(surnames)
  // «Бережной» is «Бережная», the others take «а».
  const surname = isWoman && drawn.endsWith('ой') ? `${drawn.slice(0, -2)}ая` : drawn + ending
  const lastName = chance.percent(4)
    ? `${surname}-${chance.of(unchanging)}`
    : chance.percent(5)
      ? chance.of(unchanging)
      : surname
  return { lastName, firstName, middleName: chance.of(fathers) + (isWoman ? 'на' : 'ич') }
}

export const fullName = (p: Person): string => `${p.lastName} ${p.firstName} ${p.middleName}`

/** A ten-digit ИНН with its check digit, of a number that no organisation has (tax office 00xx). */
export function innOf(serial: number): string {
  const nine = `00${String(serial).padStart(7, '0')}`
  return nine + innControlDigit(nine)
}

/** An ОГРН with its check digit, of a region that does not exist. */
export function ogrnOf(serial: number, year = 15): string {
  const twelve = `1${String(year).padStart(2, '0')}00${String(serial).padStart(7, '0')}`
  return twelve + ogrnControlDigit(twelve)
}

/** A КПП: of a head office (reason 01) or of a branch (43). */
export const kppOf = (taxOffice: string, reason: '01' | '43', serial: number): string =>
  `${taxOffice}${reason}${String(serial % 1_000).padStart(3, '0')}`
