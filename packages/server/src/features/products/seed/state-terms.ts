/** Terms of the state programmes, each with the day from which it holds and the act it comes from. */

/** Regions with the higher limit of the family mortgage: Moscow, Petersburg and their regions. */
const metropolitan: readonly string[] = ['77', '50', '78', '47']
/** Cities that the subsidised programmes leave out, or where no ready housing is subsidised. */
const capitals: readonly string[] = ['77', '78']

/** Постановление № 1711 of 30.12.2017; ready housing since 01.04.2025, one loan of a family since 01.02.2026. */
export const familyTerms = {
  act: 'постановление № 1711',
  rate: '6',
  downPayment: '20.1',
  limit: '6000000',
  metropolitanLimit: '12000000',
  metropolitan,
  /** No place of these regions is in the list of those where ready housing is subsidised. */
  withoutReadyHousing: capitals,
  /** The youngest child is at most so old, whole years. */
  oldestChild: '6',
  spousesTogetherSince: '2026-02-01',
  lastDay: '2030-12-31',
} as const

/** Постановление № 805 of 30.04.2022 as it stands since 01.08.2024. */
export const itTerms = {
  rate: '6',
  downPayment: '20.1',
  limit: '9000000',
  oldest: '50',
  excluded: capitals,
  /** A month before tax, in the mean of three months. */
  salary: '90000',
  metropolitanSalary: '150000',
  lastDay: '2030-12-31',
} as const

/** Постановление № 1609 of 07.12.2019; the Arctic zone by law 193-ФЗ of 13.07.2020, art. 2. */
export const farEastTerms = {
  act: 'постановление № 1609',
  rate: '2',
  downPayment: '20.1',
  limit: '6000000',
  /** For housing above `areaOfLargeLimit` square metres. */
  largeLimit: '9000000',
  areaOfLargeLimit: '60',
  youngFamilyAge: '35',
  /** The Far Eastern district, and the regions that belong to the Arctic zone as a whole. */
  regions: [
    '03',
    '14',
    '25',
    '27',
    '28',
    '41',
    '49',
    '65',
    '75',
    '79',
    '87',
    '51',
    '83',
    '89',
  ] as readonly string[],
  /** Regions of which a part belongs to the Arctic zone, and that part. */
  partly: {
    '10': 'Беломорский, Калевальский, Кемский, Лоухский и Сегежский районы и Костомукша',
    '11': 'Воркута, Инта, Усинск и Усть-Цилемский район',
    '24': 'Норильск, Таймырский и Туруханский районы, часть посёлков Эвенкийского',
    '29': 'Архангельск, Северодвинск, Новодвинск, Новая Земля, Лешуконский, Мезенский, Онежский, Пинежский и Приморский районы',
    '86': 'Белоярский и Берёзовский районы',
  } as Readonly<Record<string, string>>,
  lastDay: '2030-12-31',
} as const

/** Постановление № 1567 of 30.11.2019. */
export const ruralTerms = {
  lowestRate: '0.1',
  rate: '3',
  downPayment: '20',
  limit: '6000000',
  excluded: capitals,
} as const

/** Law 117-ФЗ of 20.08.2004, art. 14: a loan is given from the third year in the system. */
export const savingsTerms = { years: '3', oldest: '50' } as const

/** The bank's own programmes. */
export const marketTerms = {
  limit: '30000000',
  downPayment: '20',
  oldestAtEnd: '75',
  refinancingLoanToValue: '80',
  pledgeLoanToValue: '70',
} as const

/** Cities of a million people with the code of their region. */
export const millionCities: Readonly<Record<string, string>> = {
  '02': 'Уфа',
  '16': 'Казань',
  '23': 'Краснодар',
  '24': 'Красноярск',
  '34': 'Волгоград',
  '36': 'Воронеж',
  '52': 'Нижний Новгород',
  '54': 'Новосибирск',
  '55': 'Омск',
  '59': 'Пермь',
  '61': 'Ростов-на-Дону',
  '63': 'Самара',
  '66': 'Екатеринбург',
  '74': 'Челябинск',
}
