import { codeAxes } from '@ipoteka-office/contract/products/version/rate-matrix.ts'
import type { Lending } from '@ipoteka-office/contract/products/product-kinds.ts'
import type {
  ProductContent,
  VersionContent,
} from '@ipoteka-office/contract/products/version/version-content.ts'
import type { AskedCode } from '#features/references/asked-code.ts'

interface Place {
  readonly path: string
  readonly dictionary: string
  readonly label: string
}
const each = (codes: readonly string[], { path, ...rest }: Place): AskedCode[] =>
  codes.map((code, index) => ({ ...rest, path: `${path}.${index}`, code }))

function codesOfProduct({ limits, rate, changes, insurance, card }: ProductContent): AskedCode[] {
  return [
    { path: 'rate.type', dictionary: 'rateType', label: 'Тип ставки', code: rate.type },
    ...limits.flatMap(({ regions, downPayments }, index) => [
      ...each(regions, { path: `limits.${index}.regions`, dictionary: 'region', label: 'Регионы' }),
      ...downPayments.flatMap(({ objectTypes, incomeVerifications }, at) => [
        ...each(objectTypes, {
          path: `limits.${index}.downPayments.${at}.objectTypes`,
          dictionary: 'mortgageObjectType',
          label: 'Предмет ипотеки',
        }),
        ...each(incomeVerifications, {
          path: `limits.${index}.downPayments.${at}.incomeVerifications`,
          dictionary: 'incomeVerificationType',
          label: 'Подтверждение дохода',
        }),
      ]),
    ]),
    ...rate.matrix.axes.flatMap((axis, index) => {
      if (axis.kind !== 'CODE') return []
      const { dictionary, label } = codeAxes[axis.code]
      return dictionary === null
        ? []
        : axis.groups.flatMap(({ codes }, at) =>
            each(codes, { path: `rate.matrix.axes.${index}.groups.${at}.codes`, dictionary, label }),
          )
    }),
    ...changes.map(({ category }, index) => ({
      path: `changes.${index}.category`,
      dictionary: 'rateRebateCategory',
      label: 'Категория',
      code: category,
    })),
    ...insurance.map(({ type }, index) => ({
      path: `insurance.${index}.type`,
      dictionary: 'insuranceType',
      label: 'Вид страхования',
      code: type,
    })),
    ...(card === null
      ? []
      : (
          [
            ['productType', 'creditCard/productType', 'Тип карты'],
            ['tariff', 'creditCard/tariffType', 'Тариф'],
            ['level', 'creditCard/level', 'Уровень карты'],
            ['paymentSystem', 'creditCard/paymentSystem', 'Платёжная система'],
            ['creditType', 'creditCard/creditType', 'Вид кредита по карте'],
          ] as const
        ).map(([key, dictionary, label]) => ({ path: `card.${key}`, dictionary, label, code: card[key] }))),
  ]
}

/** Codes of dictionaries that a version speaks of, each at its place. */
export function codesOfVersion(content: VersionContent, lending: Lending): AskedCode[] {
  const { audience } = content
  return [
    ...each(audience.channels, { path: 'audience.channels', dictionary: 'channel', label: 'Каналы продаж' }),
    ...each(audience.partnerProfiles ?? [], {
      path: 'audience.partnerProfiles',
      dictionary: 'partner/businessProfile',
      label: 'Профили партнёров',
    }),
    ...each(audience.regions, { path: 'audience.regions', dictionary: 'region', label: 'Регионы' }),
    ...each(audience.goals, {
      path: 'audience.goals',
      dictionary: lending === 'MORTGAGE' ? 'loanGoals' : 'cashLoanGoals',
      label: 'Цели кредита',
    }),
    ...each(audience.objectTypes, {
      path: 'audience.objectTypes',
      dictionary: 'mortgageObjectType',
      label: 'Предмет ипотеки',
    }),
    ...(audience.qrCode === null
      ? []
      : [
          {
            path: 'audience.qrCode',
            dictionary: 'creditProductQr',
            label: 'Продукт для QR',
            code: audience.qrCode,
          },
        ]),
    ...(content.kind === 'PRODUCT' ? codesOfProduct(content) : []),
  ]
}

/** The dictionary of types that products of the lending have. */
export const typesOf: Record<Lending, string> = {
  MORTGAGE: 'product/type',
  CASH_LOAN: 'cashLoan/productType',
  CREDIT_CARD: 'creditCard/productType',
}
