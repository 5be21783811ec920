import { fromKopecks, toKopecks } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { downPaymentSources } from '@ipoteka-office/contract/cases/sections/credit.ts'
import { assetFields } from '@ipoteka-office/contract/cases/sections/means.ts'
import type { NameOf } from '@ipoteka-office/contract/common/field-texts.ts'
import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import { type Document, documentTitle } from '@ipoteka-office/contract/documents/documents.ts'
import type {
  AssetPaper,
  AssetProof,
  AssetRow,
  AssetsSheet,
  AssetUse,
} from '@ipoteka-office/contract/underwriting/assets/assets-sheet.ts'

type Paper = Pick<Document, 'id' | 'type' | 'title' | 'files' | 'status' | 'validity'>

/** Types of property that are money or become it in days. */
const moneyTypes: readonly string[] = ['DEPOSIT', 'SECURITIES']
const realtyTypes: readonly string[] = ['FLAT', 'ROOM', 'HOUSE', 'LAND', 'GARAGE', 'PARKING', 'COMMERCIAL']
const vehicleTypes: readonly string[] = ['CAR', 'TRUCK', 'MOTO', 'WATER', 'SPECIAL']

/** Types of documents that confirm a type of property. */
function papersFor(type: string): readonly string[] {
  if (moneyTypes.includes(type)) return ['ACCOUNT_STATEMENT']
  if (realtyTypes.includes(type)) return ['ASSET_REALTY']
  return vehicleTypes.includes(type) ? ['ASSET_CAR'] : []
}
const ofDownPayment: readonly string[] = ['DOWN_PAYMENT_CONFIRM', 'PAYMENT_ORDER']

const isMoney = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{1,13}(\.\d{1,2})?$/.test(value)
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const rowsOf = (value: unknown): SectionValues[] => (Array.isArray(value) ? (value as SectionValues[]) : [])

const toPaper = (paper: Paper): AssetPaper => ({
  id: paper.id,
  title: documentTitle(paper),
  status: paper.status,
  expired: paper.validity === 'EXPIRED',
})
const ofTypes = (papers: readonly Paper[], types: readonly string[]): AssetPaper[] =>
  papers.filter(({ type }) => type !== null && types.includes(type.code)).map(toPaper)

/** How far papers confirm something: one that is accepted and in force is enough. */
export function proofOf(papers: readonly AssetPaper[]): AssetProof {
  const live = papers.filter(({ expired }) => !expired)
  if (live.some(({ status }) => status === 'ACCEPTED')) return 'CONFIRMED'
  if (live.some(({ status }) => status === 'UPLOADED' || status === 'CHECKING')) return 'BROUGHT'
  return live.some(({ status }) => status === 'REJECTED') ? 'REFUSED' : 'NONE'
}

/** What a property is to the deal: what is pledged or belongs to others too is no reserve, whatever it costs. */
function purposeOf({ type, share, encumbered }: SectionValues): AssetUse {
  if (encumbered === true) return 'PLEDGED'
  if (share === 'SHARED' || share === 'JOINT') return 'SHARED'
  return moneyTypes.includes(textOf(type)) ? 'MONEY' : 'SALE'
}

const shares = assetFields.assets.fields?.['share']?.choices ?? {}

function rowOf(asset: SectionValues, papers: readonly Paper[], nameOf: NameOf): AssetRow {
  const type = textOf(asset['type'])
  const value = isMoney(asset['value']) ? asset['value'] : null
  const use = purposeOf(asset)
  const own = ofTypes(papers, papersFor(type))
  return {
    type,
    typeName: type === '' ? 'Вид не указан' : nameOf('propertyType', type),
    description: textOf(asset['description']),
    shareName: shares[textOf(asset['share'])] ?? '',
    value,
    use,
    worth: use === 'MONEY' || use === 'SALE' ? value : null,
    proof: proofOf(own),
    papers: own,
  }
}

const sumOf = (rows: readonly AssetRow[], of: (row: AssetRow) => string | null): bigint =>
  rows.reduce((sum, row) => sum + toKopecks(of(row) ?? '0'), 0n)

const isMoneyRow = ({ use }: AssetRow) => use === 'MONEY'
const isSaleRow = ({ use }: AssetRow) => use === 'SALE'
const least = (one: bigint, other: bigint) => (one < other ? one : other)

/** The down payment with what of the participant's property can be it. */
function downPaymentOf(
  credit: SectionValues | undefined,
  rows: readonly AssetRow[],
  papers: readonly Paper[],
): AssetsSheet['downPayment'] {
  const amount = credit?.['downPayment']
  if (!isMoney(amount) || toKopecks(amount) === 0n) return null
  const source = textOf(credit?.['downPaymentSource'])
  const backing = { SAVINGS: isMoneyRow, PROPERTY_SALE: isSaleRow }[source]
  const covered =
    backing === undefined
      ? null
      : least(
          toKopecks(amount),
          sumOf(rows.filter(backing), ({ worth }) => worth),
        )
  return {
    amount,
    sourceName: downPaymentSources[source as keyof typeof downPaymentSources] ?? 'источник не указан',
    covered: covered === null ? null : fromKopecks(covered),
    papers: ofTypes(papers, ofDownPayment),
  }
}

/** What is asked about the property of a participant. */
export interface AssetsQuestion {
  readonly section: SectionValues | undefined
  readonly credit: SectionValues | undefined
  /** Papers of the participant. */
  readonly papers: readonly Paper[]
  /** Level payment of this loan, roubles; null: not known. */
  readonly payment: string | null
  readonly nameOf: NameOf
}

/** What a participant owns, how far it is confirmed, and what the deal may lean on. */
export function assetsSheet({ section, credit, papers, payment, nameOf }: AssetsQuestion): AssetsSheet {
  const rows = rowsOf(section?.['assets']).map((asset) => rowOf(asset, papers, nameOf))
  const downPayment = downPaymentOf(credit, rows, papers)
  const money = sumOf(rows.filter(isMoneyRow), ({ worth }) => worth)
  // What goes into the down payment is no reserve.
  const spent =
    textOf(credit?.['downPaymentSource']) === 'SAVINGS' ? toKopecks(downPayment?.covered ?? '0') : 0n
  const monthly = isMoney(payment) ? toKopecks(payment) : 0n
  const none = section?.['noAssets']
  return {
    none: rows.length > 0 ? false : typeof none === 'boolean' ? none : null,
    comment: textOf(section?.['comment']),
    rows,
    total: fromKopecks(sumOf(rows, ({ value }) => value)),
    worth: fromKopecks(sumOf(rows, ({ worth }) => worth)),
    money: fromKopecks(money),
    confirmed: fromKopecks(
      sumOf(
        rows.filter(({ proof }) => proof === 'CONFIRMED'),
        ({ worth }) => worth,
      ),
    ),
    downPayment,
    reserveMonths: monthly === 0n ? null : Number((money - spent) / monthly),
  }
}
