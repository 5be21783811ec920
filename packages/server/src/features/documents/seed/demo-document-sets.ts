import { flatPlan, paper, type Specimen, type Subject } from './demo-document-files.ts'

/** A document of the demo bank; days are counted from today. */
export interface DemoDocument {
  readonly typeCode: string | null
  readonly title?: string
  readonly number?: string
  readonly issuedDaysAgo?: number
  readonly validInDays?: number
  readonly issuer?: string
  readonly isOfCase?: boolean
  readonly status?: 'UPLOADED' | 'CHECKING' | 'ACCEPTED' | 'REJECTED'
  readonly reason?: string
  readonly rotation?: number
  readonly isMarked?: boolean
  readonly files: readonly (() => Promise<Specimen>)[]
}

const year = (now: Date) => now.getUTCFullYear()
const grouped = (value: number) => value.toLocaleString('ru-RU')
const roubles = (value: number) => `${grouped(value)} ₽`
const metres = (value: number) => `${grouped(Math.round(value * 10) / 10)} м²`
/** The tax that stands between what is paid and what is in hand. */
const taxShare = 0.13

/** What lies in the case of an application; the first cases have more of it. */
export function documentsOfApplication(
  { title, number, programme, ...about }: Subject,
  place: number,
  now: Date,
): DemoDocument[] {
  const person: readonly [string, string] = ['Заявитель', title]
  const paid = Math.round((about.income * 12) / (1 - taxShare))
  const application: readonly [string, string] = ['Заявка', `${number}, ${programme}`]
  const all: DemoDocument[] = [
    {
      typeCode: 'PASSPORT_RF',
      number: `45 ${10 + place} ${100_200 + place * 37}`,
      issuedDaysAgo: 2_100,
      issuer: 'Отдел МВД (образец)',
      status: 'ACCEPTED',
      files: [
        () =>
          paper('паспорт.pdf', 'Паспорт гражданина Российской Федерации', [
            [person, ['Разворот', '2–3']],
            [person, ['Разворот', '4–5'], ['Регистрация', 'г. Образцов, ул. Примерная, д. 1']],
          ]),
      ],
    },
    {
      typeCode: 'APP_FULL',
      issuedDaysAgo: 3,
      status: 'CHECKING',
      isOfCase: true,
      files: [
        () =>
          paper('анкета.pdf', 'Заявление-анкета на ипотечный кредит', [
            [person, application, ['Сумма', roubles(about.amount)]],
            [
              application,
              ['Срок, месяцев', String(about.months)],
              ['Первоначальный взнос', roubles(about.downPayment)],
            ],
            [person, ['Подпись', 'образец']],
          ]),
      ],
    },
    {
      typeCode: 'NDFL2',
      number: String(12 + place),
      issuedDaysAgo: 45,
      issuer: about.employer,
      files: [
        () =>
          paper('справка о доходах.pdf', 'Справка о доходах и суммах налога физического лица', [
            [
              person,
              ['Год', String(year(now) - 1)],
              ['Общая сумма дохода', roubles(paid)],
              ['Сумма налога', roubles(Math.round(paid * taxShare))],
            ],
          ]),
      ],
    },
    {
      typeCode: 'LABOR_BOOK',
      issuedDaysAgo: 5,
      status: 'REJECTED',
      reason: 'На последнем листе нет печати работодателя и записи «Работает по настоящее время»',
      rotation: 90,
      files: [
        () =>
          paper('трудовая книжка.pdf', 'Копия трудовой книжки', [
            [person, ['Запись', '1: принят на должность инженера']],
            [person, ['Запись', '2: переведён на должность ведущего инженера']],
          ]),
      ],
    },
    {
      typeCode: 'CONSENT_BKI',
      issuedDaysAgo: 172,
      status: 'ACCEPTED',
      files: [
        () =>
          paper('согласие.pdf', 'Согласие на запрос кредитной истории', [
            [person, ['Действует', '6 месяцев'], ['Подпись', 'образец']],
          ]),
      ],
    },
    {
      typeCode: null,
      files: [
        () =>
          paper(`скан ${number}.pdf`, 'Пакет документов одним файлом', [
            [person, ['Что это', 'СНИЛС']],
            [person, ['Что это', 'Свидетельство о заключении брака']],
            [person, ['Что это', 'Свидетельство о заключении брака, оборот']],
            [person, ['Что это', 'Свидетельство о рождении ребёнка']],
          ]),
      ],
    },
    {
      typeCode: 'BTI_EXPLICATION',
      isOfCase: true,
      files: [
        () => flatPlan('план квартиры.png', about.rooms),
        () =>
          paper('экспликация.pdf', 'Экспликация', [
            [
              ['Комнат', String(about.rooms)],
              ['Общая площадь', metres(about.area)],
              ['Жилая площадь', metres(about.area * 0.62)],
            ],
          ]),
      ],
    },
    {
      typeCode: 'EGRN_EXTRACT',
      number: `КУВИ-001/${year(now)}-${100_000 + place}`,
      issuedDaysAgo: 2,
      isOfCase: true,
      files: [
        () =>
          paper('выписка ЕГРН.pdf', 'Выписка из ЕГРН об объекте недвижимости', [
            [
              ['Кадастровый номер', '00:00:0000000:000 (образец)'],
              ['Вид объекта', 'Помещение'],
              ['Обременения', 'не зарегистрированы'],
            ],
          ]),
      ],
    },
    {
      typeCode: 'SNILS',
      isMarked: true,
      files: [() => paper('снилс (нечёткий).pdf', 'Страховое свидетельство', [[person]])],
    },
  ]
  return place === 0 ? all : all.slice(0, 3 + ((place * 2) % 6))
}

/** What lies in the card of a partner. */
export const documentsOfPartner = ({ title }: Pick<Subject, 'title'>): DemoDocument[] => [
  {
    typeCode: 'PARTNER_CONTRACT',
    number: 'П-17/25',
    issuedDaysAgo: 400,
    status: 'ACCEPTED',
    files: [
      () =>
        paper('договор.pdf', 'Договор с партнёром', [
          [
            ['Партнёр', title],
            ['Предмет', 'приём ипотечных заявок'],
          ],
          [
            ['Срок', 'бессрочно'],
            ['Подписи', 'образец'],
          ],
        ]),
    ],
  },
  {
    typeCode: 'PROCURACY',
    number: '14',
    issuedDaysAgo: 355,
    validInDays: 9,
    status: 'ACCEPTED',
    files: [
      () =>
        paper('доверенность.pdf', 'Доверенность', [
          [
            ['Выдана', title],
            ['Полномочия', 'подписание актов и реестров'],
          ],
        ]),
    ],
  },
  {
    typeCode: 'PARTNER_ACT',
    number: '31',
    issuedDaysAgo: 12,
    files: [
      () =>
        paper('акт.pdf', 'Акт оказанных услуг', [
          [
            ['Партнёр', title],
            ['Сумма', '184 000 ₽'],
          ],
        ]),
    ],
  },
]
