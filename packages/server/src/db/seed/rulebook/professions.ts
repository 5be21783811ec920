import { innOf } from '../generator.ts'

/** A trade with what it pays and who follows it: an employment section is made of it. */
export interface Profession {
  readonly code: string
  readonly titles: readonly string[]
  /** `positionLevel`. */
  readonly level: string
  /** `activityField`. */
  readonly field: string
  /** `organizationType`. */
  readonly organization: string
  /** `employmentType`. */
  readonly employment: string
  readonly education: readonly string[]
  /** Thousands of roubles a month in hand, where people earn like in the middle of the country. */
  readonly pay: readonly [least: number, most: number]
  readonly ages: readonly [youngest: number, oldest: number]
  readonly employers: readonly string[]
}

const higher = ['HIGHER_BACHELOR', 'HIGHER_SPECIALIST', 'HIGHER_MASTER']
const vocational = ['VOCATIONAL', 'VOCATIONAL_BASIC', 'SECONDARY']

/** Everybody of the demo bank follows one of these. */
export const professions: readonly Profession[] = [
  {
    code: 'it',
    titles: ['Программист', 'Системный аналитик', 'Инженер по тестированию', 'Администратор баз данных'],
    level: 'SPECIALIST_HIGH',
    field: 'J',
    organization: 'COMMERCIAL_PRIVATE',
    employment: 'EMPLOYED_PERMANENT',
    education: higher,
    pay: [165, 320],
    ages: [24, 43],
    employers: ['ООО «Цифровые линии»', 'ООО «Софтверк»', 'АО «Интеллект Софт»', 'ООО «Код и данные»'],
  },
  {
    code: 'military',
    titles: ['Командир отделения', 'Начальник расчёта', 'Техник роты', 'Старшина', 'Командир взвода'],
    level: 'MILITARY_SOLDIER',
    field: 'O',
    organization: 'MILITARY',
    employment: 'MILITARY',
    education: ['VOCATIONAL', 'HIGHER_SPECIALIST'],
    pay: [85, 140],
    ages: [25, 36],
    employers: ['Войсковая часть 00112', 'Войсковая часть 00347', 'Войсковая часть 00581'],
  },
  {
    code: 'medicine',
    titles: ['Врач-терапевт', 'Врач-хирург', 'Врач-педиатр', 'Фельдшер', 'Медицинская сестра'],
    level: 'SPECIALIST_HIGH',
    field: 'Q',
    organization: 'STATE_INSTITUTION',
    employment: 'EMPLOYED_PERMANENT',
    education: ['HIGHER_SPECIALIST', 'VOCATIONAL'],
    pay: [75, 150],
    ages: [26, 58],
    employers: [
      'ГБУЗ «Городская больница № 3»',
      'ГБУЗ «Городская поликлиника № 7»',
      'ООО «Клиника на Садовой»',
    ],
  },
  {
    code: 'teaching',
    titles: ['Учитель математики', 'Учитель начальных классов', 'Воспитатель', 'Преподаватель'],
    level: 'SPECIALIST',
    field: 'P',
    organization: 'STATE_INSTITUTION',
    employment: 'EMPLOYED_PERMANENT',
    education: higher,
    pay: [60, 105],
    ages: [24, 58],
    employers: [
      'МБОУ «Гимназия № 12»',
      'МБОУ «Школа № 41»',
      'МБДОУ «Детский сад № 8»',
      'ГБПОУ «Колледж связи»',
    ],
  },
  {
    code: 'driver',
    titles: ['Водитель', 'Водитель-экспедитор', 'Машинист автокрана'],
    level: 'WORKER',
    field: 'H',
    organization: 'COMMERCIAL_PRIVATE',
    employment: 'EMPLOYED_PERMANENT',
    education: vocational,
    pay: [65, 120],
    ages: [23, 57],
    employers: ['ООО «Автолиния»', 'ООО «ТрансКарго»', 'МУП «Пассажирские перевозки»'],
  },
  {
    code: 'worker',
    titles: ['Сварщик', 'Слесарь-сборщик', 'Токарь', 'Электромонтёр', 'Оператор станков с ЧПУ'],
    level: 'WORKER',
    field: 'C',
    organization: 'COMMERCIAL_PRIVATE',
    employment: 'EMPLOYED_PERMANENT',
    education: vocational,
    pay: [70, 135],
    ages: [22, 56],
    employers: [
      'АО «Механический завод»',
      'ООО «Стройметалл»',
      'АО «Приборостроитель»',
      'ООО «Завод кабельных изделий»',
    ],
  },
  {
    code: 'engineer',
    titles: ['Инженер-конструктор', 'Инженер-технолог', 'Инженер ПТО', 'Энергетик'],
    level: 'SPECIALIST_HIGH',
    field: 'C',
    organization: 'COMMERCIAL_PRIVATE',
    employment: 'EMPLOYED_PERMANENT',
    education: higher,
    pay: [85, 165],
    ages: [25, 57],
    employers: [
      'АО «Механический завод»',
      'ООО «Проектное бюро»',
      'АО «Приборостроитель»',
      'ООО «Теплосети»',
    ],
  },
  {
    code: 'office',
    titles: ['Бухгалтер', 'Экономист', 'Юрист', 'Специалист по кадрам', 'Логист'],
    level: 'SPECIALIST',
    field: 'M',
    organization: 'COMMERCIAL_PRIVATE',
    employment: 'EMPLOYED_PERMANENT',
    education: higher,
    pay: [65, 130],
    ages: [23, 57],
    employers: ['ООО «Деловой учёт»', 'ООО «Торговый дом Ладога»', 'ООО «Берёзка»', 'АО «Урожай»'],
  },
  {
    code: 'trade',
    titles: ['Менеджер по продажам', 'Администратор магазина', 'Товаровед', 'Старший продавец'],
    level: 'SPECIALIST',
    field: 'G',
    organization: 'COMMERCIAL_PRIVATE',
    employment: 'EMPLOYED_PERMANENT',
    education: ['VOCATIONAL', 'HIGHER_BACHELOR', 'SECONDARY'],
    pay: [55, 125],
    ages: [22, 55],
    employers: ['ООО «Северный ветер»', 'ООО «Торговый дом Ладога»', 'ООО «Спектр»', 'ООО «Причал»'],
  },
  {
    code: 'service',
    titles: ['Повар', 'Парикмахер-стилист', 'Администратор гостиницы', 'Бариста'],
    level: 'SERVICE',
    field: 'I',
    organization: 'COMMERCIAL_PRIVATE',
    employment: 'EMPLOYED_PERMANENT',
    education: vocational,
    pay: [50, 95],
    ages: [22, 52],
    employers: ['ООО «Кухня города»', 'ООО «Гостиница Заря»', 'ООО «Спектр»'],
  },
  {
    code: 'state',
    titles: ['Главный специалист', 'Ведущий специалист', 'Консультант отдела'],
    level: 'CIVIL_SERVANT',
    field: 'O',
    organization: 'STATE_BODY',
    employment: 'STATE_SERVANT',
    education: higher,
    pay: [65, 120],
    ages: [25, 57],
    employers: ['Администрация города', 'Министерство строительства региона', 'Управление социальной защиты'],
  },
  {
    code: 'farm',
    titles: ['Агроном', 'Механизатор', 'Ветеринарный врач', 'Зоотехник'],
    level: 'SPECIALIST',
    field: 'A',
    organization: 'COMMERCIAL_PRIVATE',
    employment: 'EMPLOYED_PERMANENT',
    education: ['VOCATIONAL', 'HIGHER_SPECIALIST'],
    pay: [60, 120],
    ages: [23, 54],
    employers: ['ООО «Агрофирма Рассвет»', 'АО «Племзавод»', 'ООО «Тепличный комбинат»'],
  },
  {
    code: 'head',
    titles: ['Начальник отдела', 'Главный инженер', 'Коммерческий директор', 'Финансовый директор'],
    level: 'HEAD',
    field: 'F',
    organization: 'COMMERCIAL_PRIVATE',
    employment: 'EMPLOYED_PERMANENT',
    education: [...higher, 'SEVERAL_HIGHER', 'MBA'],
    pay: [180, 420],
    ages: [31, 55],
    employers: ['ООО «Вектор»', 'АО «Домостроитель»', 'ООО «Торговый дом Ладога»', 'АО «Механический завод»'],
  },
]

/** Numbers of employers begin where no partner has one. */
const firstEmployer = 700_000

/** Organisations in which the clients of the demo bank work, with an ИНН of no tax office. */
export const seedEmployers: readonly {
  readonly name: string
  readonly inn: string
  readonly field: string
}[] = [
  ...new Map(professions.flatMap(({ employers, field }) => employers.map((name) => [name, field] as const))),
].map(([name, field], at) => ({ name, field, inn: innOf(firstEmployer + at) }))

const inns = new Map(seedEmployers.map(({ name, inn }) => [name, inn]))
/** The ИНН of an employer; one name is one organisation. */
export const innOfEmployer = (name: string): string => inns.get(name) ?? innOf(firstEmployer)
