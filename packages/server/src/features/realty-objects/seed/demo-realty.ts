import type { Db } from '#db/database.ts'
import { insertRows } from '#db/seed/bulk-rows.ts'
import { entryOf, isChosen, startOf } from '#features/cases/seed/demo-case-facts.ts'
import type { WrittenCase } from '#features/cases/seed/demo-case-rows.ts'
import { developerOf, objectAddress, sellerName } from '#features/cases/seed/demo-case-sections.ts'
import { text } from '#features/cases/seed/demo-case-writes.ts'

const day = 86_400_000
const two = (value: number) => String(value).padStart(2, '0')

interface Owner {
  readonly holders: readonly { readonly kind: 'PERSON' | 'COMPANY'; readonly name: string }[]
  readonly share: { readonly numerator: number; readonly denominator: number }
  readonly record: string
}
const owner = (
  kind: 'PERSON' | 'COMPANY',
  numerator: number,
  denominator: number,
  ...names: string[]
): Owner => ({
  holders: names.map((name) => ({ kind, name })),
  share: { numerator, denominator },
  record: '',
})

/** Of homes that stand: one owner, spouses, or shares that make one whole. */
function ownersOf(one: WrittenCase): { ownership: string; owners: Owner[] } {
  const { programme, serial, household } = one
  if (programme?.goal === 'PRIMARY_MARKET_FINISHED')
    return { ownership: 'PROPERTY', owners: [owner('COMPANY', 1, 1, developerOf(one).name)] }
  const isOwn = programme?.goal === 'REFINANCING' || programme?.goal === 'COLLATERAL_AVAILABLE'
  const first = isOwn ? household.borrower.client.fullName : sellerName(one)
  const second =
    isOwn && household.other !== null ? household.other.client.fullName : 'Образцова Нина Павловна'
  const third = 'Образцов Илья Петрович'
  if (serial % 3 === 0)
    return { ownership: 'COMMON_PROPERTY', owners: [owner('PERSON', 1, 1, first, second)] }
  if (serial % 7 === 1)
    return {
      ownership: 'SHARED_PROPERTY',
      owners: [first, second, third].map((name) => owner('PERSON', 1, 3, name)),
    }
  return { ownership: 'PROPERTY', owners: [owner('PERSON', 1, 1, first)] }
}

const mortgage = [
  {
    kind: 'MORTGAGE',
    record: '',
    registeredOn: null,
    beneficiary: 'АО «Прежний кредитор»',
    plan: 'LIFTED_WITH',
    comment: '',
  },
]

/** Every so many has the number of another application's object: duplicates to be found. */
const twin = 25

const reportOf = (one: WrittenCase, reported: string, value: number) => ({
  appraiser: 'ООО «Независимая оценка»',
  reportNumber: `${100 + one.serial}/${reported.slice(2, 4)}`,
  reportDate: reported,
  marketValue: String(value),
  liquidationValue: null,
})

/** A report is made when the object is presented, not long before. */
function reportedOn(one: WrittenCase): string {
  const presented = entryOf(one, 'REALTY_CHECK') ?? one.steps.at(-1)?.from ?? startOf(one)
  return new Date(presented.getTime() - (1 + (one.serial % 20)) * day).toISOString().slice(0, 10)
}

/** What is registered of a home that stands, in the order of the columns; of one that is being built nothing is yet. */
function standingOf(one: WrittenCase) {
  const { programme, serial, deal } = one
  const reported = reportedOn(one)
  const value = Math.round((deal.price * (98 + (serial % 7))) / 100_000) * 1_000
  const isPledged =
    programme?.goal === 'REFINANCING' || (programme?.goal === 'SECONDARY_MARKET' && serial % 9 === 0)
  const { ownership, owners } = ownersOf(one)
  return [
    'PROPERTY',
    ownership,
    JSON.stringify(owners),
    reported,
    JSON.stringify(isPledged ? mortgage : []),
    JSON.stringify([reportOf(one, reported, value)]),
    reported,
    `${value}.00`,
  ]
}
const beingBuilt = [null, null, '[]', null, '[]', '[]', null, null]

const numberOf = ({ household, serial }: WrittenCase) =>
  `${household.region.code}:${two(10 + (serial % 80))}:${String(1_000_000 + ((serial * 37) % 900_000))}:${100 + (serial % 900)}`

function buildingOf({ deal: { object } }: WrittenCase, isDdu: boolean) {
  const { rooms = 1, floors = 9, yearBuilt = 2000 } = object ?? {}
  return { rooms, floors, yearBuilt, ...(!isDdu && { replanning: 'NONE' }) }
}

function rowOf(one: WrittenCase, index: number, all: readonly WrittenCase[]) {
  const { deal, programme, household, agentId } = one
  const former = index % twin === twin - 1 ? all[index - 1] : undefined
  const of = former?.household.region.code === household.region.code ? former : one
  const isDdu = programme?.goal === 'PRIMARY_MARKET'
  return [
    one.id,
    'MORTGAGESUBJECT',
    isDdu ? 'DDU_RIGHT' : (deal.object?.type ?? 'FLAT'),
    'CADASTRAL',
    numberOf(of),
    JSON.stringify(objectAddress(of)),
    household.region.code,
    String(deal.object?.area ?? 40),
    `${deal.price}.00`,
    ...(isDdu ? beingBuilt : standingOf(one)),
    JSON.stringify(buildingOf(one, isDdu)),
    text(startOf(one)),
    agentId,
  ]
}

/** Objects of the applications in which it is known what is bought, as the deal has them. */
export async function writeRealty(db: Db, cases: readonly WrittenCase[]): Promise<void> {
  const chosen = cases.filter(isChosen)
  await insertRows(
    db,
    'realty_object',
    {
      case_id: 'int',
      role: 'text',
      type_code: 'text',
      number_type: 'text',
      number: 'text',
      address: 'jsonb',
      region_code: 'text',
      area: 'numeric',
      price: 'numeric',
      right_kind: 'text',
      ownership: 'text',
      owners: 'jsonb',
      extract_date: 'date',
      encumbrances: 'jsonb',
      appraisals: 'jsonb',
      appraised_on: 'date',
      market_value: 'numeric',
      building: 'jsonb',
      created_at: 'timestamptz',
      created_by: 'int',
    },
    chosen.map(rowOf),
  )
}
