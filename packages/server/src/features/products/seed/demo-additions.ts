import { OptionContent, PromotionContent } from '@ipoteka-office/contract/products/version/version-content.ts'
import type { z } from 'zod'
import type { SeedRecord } from './seed-record.ts'

type Option = z.input<typeof OptionContent>
type Promotion = z.input<typeof PromotionContent>

const option = (
  code: string,
  name: string,
  effect: Option['effect'],
  links: SeedRecord['links'] = {},
  { lending = 'MORTGAGE', ...more }: Partial<SeedRecord> = {},
): SeedRecord => ({
  kind: 'OPTION',
  lending,
  code,
  typeCode: lending === 'MORTGAGE' ? '2' : 'CASH_BASE',
  content: OptionContent.parse({
    kind: 'OPTION',
    names: { staff: name, client: name },
    audience: {},
    effect,
  }),
  links,
  ...more,
})
const points = (value: string): Option['effect'] => ({ points: value })
const fee = (name: string, share: string) => ({ name, kind: 'COMMISSION' as const, share })
const marketOnes = ['NEW-BUILD', 'READY', 'READY-TWO-PAPERS', 'COUNTRY-HOUSE', 'OWN-BUILDING', 'APARTMENTS']
const newOnes = ['NEW-BUILD', 'NEW-BUILD-DEV', 'FAMILY', 'IT', 'FAR-EAST']
const ofLoans = { lending: 'CASH_LOAN' } as const

/** Options of the demo bank. */
export const demoOptions: readonly SeedRecord[] = [
  option(
    'LOWER-RATE-1',
    'Плата за снижение ставки на 1 пункт',
    { points: '-1.000', fees: [fee('Плата за снижение ставки', '2')] },
    { products: marketOnes, excludes: ['LOWER-RATE-2', 'LOWER-RATE-3'] },
    { versions: 3 },
  ),
  option(
    'LOWER-RATE-2',
    'Плата за снижение ставки на 2 пункта',
    { points: '-2.000', fees: [fee('Плата за снижение ставки', '4.5')] },
    { products: marketOnes, excludes: ['LOWER-RATE-1', 'LOWER-RATE-3'] },
  ),
  option(
    'LOWER-RATE-3',
    'Плата за снижение ставки на 3 пункта',
    { points: '-3.000', fees: [fee('Плата за снижение ставки', '7')] },
    { products: marketOnes, excludes: ['LOWER-RATE-1', 'LOWER-RATE-2'] },
  ),
  option('LONG-TERM', 'Длинный срок', { points: '0.500', maxMonths: 420 }, { products: marketOnes }),
  option(
    'LOW-DOWN-PAYMENT',
    'Пониженный взнос',
    { points: '1.200', minDownPayment: '15' },
    { products: ['NEW-BUILD', 'READY'] },
    { ahead: 'ON_APPROVAL' },
  ),
  option(
    'LARGE-LOAN',
    'Повышенная сумма',
    { points: '0.400', maxAmount: '60000000' },
    { products: ['NEW-BUILD', 'READY', 'COUNTRY-HOUSE'] },
  ),
  option('GREEN', '«Зелёная ипотека»', points('-0.200'), { products: newOnes }),
  option('FAST-DEAL', 'Быстрый выход на сделку', points('-0.300'), { products: marketOnes }),
  option('PARTNER-OBJECT', 'Объект аккредитованного застройщика', points('-0.400'), { products: newOnes }),
  option('DIGITAL-DEAL', 'Сделка без визита в банк', points('-0.250')),
  option(
    'TWO-OBJECTS',
    'Два предмета залога',
    { points: '0.000', maxAmount: '40000000' },
    { products: ['PLEDGE', 'PLEDGE-PREMIUM'] },
  ),
  option(
    'PARENTS-PLEDGE',
    'Залог жилья родителей',
    { points: '0.100', minDownPayment: '0' },
    { products: ['NEW-BUILD', 'READY'] },
  ),
  option(
    'MATERNITY',
    'Материнский капитал в счёт взноса',
    { points: '0.000', minDownPayment: '10.1' },
    { products: ['FAMILY', 'NEW-BUILD', 'READY'] },
  ),
  option('TRADE-IN', 'Обмен квартиры на новую', points('-0.150'), { products: ['NEW-BUILD'] }),
  option(
    'TRANCHES',
    'Выдача частями',
    points('-0.500'),
    { products: ['NEW-BUILD', 'OWN-BUILDING'] },
    { ahead: 'DRAFT' },
  ),
  option(
    'FIRST-YEAR',
    'Низкая ставка первый год',
    { points: '0.000', rate: '9.900', fees: [fee('Плата за первый год', '6')] },
    { products: ['NEW-BUILD'], excludes: ['LOWER-RATE-1', 'LOWER-RATE-2', 'LOWER-RATE-3'] },
  ),
  option('CREDIT-HOLIDAY', 'Отсрочка основного долга', points('0.300'), { products: marketOnes }),
  option('TITLE', 'Страхование титула', points('-0.200'), { products: ['READY', 'COUNTRY-HOUSE'] }),
  option('REFINANCE-FAST', 'Рефинансирование без согласия прежнего банка', points('0.500'), {
    products: ['REFINANCE', 'REFINANCE-PLUS'],
  }),
  option('EMPLOYEE', 'Ставка сотрудникам банка', points('-1.500')),
  option('PREMIUM-SERVICE', 'Премиальное обслуживание', points('-0.300'), { requires: ['DIGITAL-DEAL'] }),
  option(
    'NIS-EXTRA',
    'Собственные средства военнослужащего',
    { points: '0.000', maxAmount: '12000000' },
    { products: ['MILITARY', 'MILITARY-SPECIAL'] },
    { ended: true },
  ),
  option('LOAN-INSURED', 'Расширенное страхование', points('-1.000'), {}, ofLoans),
  option(
    'LOAN-HOLIDAY',
    'Пропуск платежа раз в год',
    points('0.500'),
    { products: ['CASH-BASE', 'CASH-SALARY'] },
    ofLoans,
  ),
  option(
    'LOAN-LOWER',
    'Снижение ставки за своевременные платежи',
    points('-2.000'),
    { products: ['CASH-BASE'] },
    ofLoans,
  ),
  option(
    'LOAN-LONG',
    'Срок до десяти лет',
    { points: '1.000', maxMonths: 120 },
    { products: ['CASH-BASE', 'CASH-SALARY', 'CASH-STATE'] },
    ofLoans,
  ),
  option(
    'LOAN-LARGE',
    'Сумма до семи миллионов',
    { points: '0.500', maxAmount: '7000000' },
    { products: ['CASH-SALARY'] },
    ofLoans,
  ),
  option('LOAN-DIGITAL', 'Оформление в приложении', points('-0.500'), {}, ofLoans),
  option('LOAN-DAY', 'Выбор дня платежа', points('0.100'), {}, ofLoans),
  option(
    'LOAN-REFINANCE',
    'Рефинансирование с деньгами на руки',
    points('0.700'),
    { products: ['CASH-REFINANCE'] },
    ofLoans,
  ),
]

/** A promotion by days from now. */
export interface SeedPromotion extends Omit<SeedRecord, 'content'> {
  readonly content: (day: (from: number) => string) => SeedRecord['content']
  /** Places that cases of the demo bank hold. */
  readonly places?: number
}

const promotion = (
  code: string,
  name: string,
  [from, to]: readonly [number, number],
  more: Omit<Partial<Promotion>, 'kind' | 'names' | 'period'> & Pick<Promotion, 'effect'>,
  { links = {}, lending = 'MORTGAGE', ...rest }: Partial<SeedPromotion> = {},
): SeedPromotion => ({
  kind: 'PROMOTION',
  lending,
  code,
  typeCode: lending === 'MORTGAGE' ? '2' : 'CASH_BASE',
  content: (day) =>
    PromotionContent.parse({
      kind: 'PROMOTION',
      names: { staff: name, client: name },
      audience: {},
      period: { from: day(from), to: day(to) },
      ...more,
    }),
  links,
  ...rest,
})

/** Promotions of the demo bank: one has no places left, one begins later. */
export const demoPromotions: readonly SeedPromotion[] = [
  promotion(
    'AUTUMN',
    'Осень',
    [-60, 60],
    { effect: { points: '-0.500', bestOf: 'season' } },
    { links: { products: marketOnes } },
  ),
  promotion(
    'FIRST-HUNDRED',
    'Первые двадцать пять',
    [-90, 90],
    { effect: points('-0.700'), cap: { kind: 'COUNT', count: 25 } },
    { links: { products: ['READY', 'NEW-BUILD'] }, places: 25 },
  ),
  promotion(
    'WINTER',
    'Зимняя ставка',
    [20, 110],
    { effect: points('-0.600') },
    { ahead: 'FUTURE', versions: 0, links: { products: marketOnes } },
  ),
  promotion(
    'BILLION',
    'Миллиард на новоселье',
    [-120, 60],
    { effect: points('-0.300'), cap: { kind: 'AMOUNT', amount: '1000000000' }, stacking: 'STACKABLE' },
    { links: { products: ['NEW-BUILD', 'FAMILY'] }, places: 12 },
  ),
  promotion(
    'DEVELOPERS',
    'Дни застройщиков',
    [-30, 30],
    { effect: points('-0.800'), audience: { partnerIds: [4, 5] } },
    { links: { products: ['NEW-BUILD', 'NEW-BUILD-DEV'] } },
  ),
  promotion(
    'VOLGA',
    'Поволжье',
    [-40, 80],
    { effect: points('-0.400'), audience: { partnerIds: [2], regions: ['16', '63', '73'] } },
    { links: { products: marketOnes } },
  ),
  promotion('TEACHERS', 'Учителям и врачам', [-200, 160], {
    effect: points('-0.500'),
    audience: { clientCategories: ['STATE'] },
  }),
  promotion(
    'REFINANCE-WEEK',
    'Неделя рефинансирования',
    [-10, 20],
    { effect: points('-0.400'), audience: { partnerProfiles: ['AGENCY', 'REGIONAL_OPERATOR'] } },
    { links: { products: ['REFINANCE', 'REFINANCE-PLUS'] } },
  ),
  promotion(
    'PLEDGE-DAYS',
    'Дни залога',
    [-20, 40],
    { effect: points('-0.500') },
    { links: { products: ['PLEDGE'] }, ahead: 'ON_APPROVAL', versions: 1 },
  ),
  promotion(
    'RETURN',
    'С возвращением',
    [-300, -5],
    { effect: points('-0.300'), audience: { clientCategories: ['REPEAT'] } },
    { ended: true },
  ),
  promotion(
    'CASH-SEASON',
    'Наличные к празднику',
    [-30, 60],
    { effect: points('-1.500'), cap: { kind: 'COUNT', count: 1_000 } },
    { lending: 'CASH_LOAN', links: { products: ['CASH-BASE'] } },
  ),
  promotion(
    'CASH-SWITCH',
    'Переход из другого банка',
    [-30, 90],
    { effect: points('-1.000') },
    { lending: 'CASH_LOAN', links: { products: ['CASH-REFINANCE'] } },
  ),
]
