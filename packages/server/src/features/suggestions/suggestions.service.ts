import type { FoundAddress } from '@ipoteka-office/contract/addresses/addresses.ts'
import type { Address } from '@ipoteka-office/contract/common/address.ts'
import { editAddress } from '@ipoteka-office/contract/common/address-typing.ts'
import { addressOfPlain } from '@ipoteka-office/contract/addresses/suggested-address.ts'
import type {
  AddressSuggestion,
  BankSuggestion,
  PartySuggestion,
  PlainAddress,
  PlainParty,
} from '@ipoteka-office/contract/suggestions/suggestions.ts'
import type { Db } from '#db/database.ts'
import { searchAddresses } from '#features/addresses/address-search.service.ts'
import { searchHouses } from '#features/addresses/addresses.service.ts'
import type { Context } from '#http/route.ts'
import { withState } from '#integrations/dadata/party-states.ts'
import type { SuggestionRequest } from '#integrations/dadata/suggestion-client.ts'
import { isWhole, restText } from './address-rest.rules.ts'
import { type Outside, ownFirst, type Suggestions } from './own-and-outside.ts'
import { findBanks, findByInn, findOwn, isAddressSample, type OwnPartner } from './suggestions.repo.ts'

const ownParty = (partner: OwnPartner): PlainParty => ({
  value: partner.shortName,
  unrestricted_value: partner.shortName,
  data: {
    inn: partner.inn,
    kpp: partner.kpp,
    ogrn: partner.ogrn,
    type: partner.inn.length === 12 ? 'INDIVIDUAL' : 'LEGAL',
    branch_type: partner.isBranch ? 'BRANCH' : 'MAIN',
    name: {
      full_with_opf: partner.fullName,
      short_with_opf: partner.shortName,
      full: partner.fullName,
      short: partner.shortName,
    },
    state: { status: partner.notActive ? 'LIQUIDATED' : 'ACTIVE' },
    address:
      partner.address === null
        ? null
        : { value: partner.address, unrestricted_value: partner.address, data: {} },
  },
})

const keyOf = ({ data }: PlainParty) => `${data.inn} ${data.kpp ?? ''}`

/** Our own visible partners, then other organisations, by name, ИНН or ОГРН. Which are ours already is said. */
export async function suggestParties(
  context: Context,
  outside: Outside,
  request: SuggestionRequest,
): Promise<Suggestions<PartySuggestion>> {
  const { db, actor } = context
  const own = await findOwn(db, actor, request.query, request.count)
  const { note, suggestions } = await ownFirst(context, outside, {
    own: own.map((partner) => ({ ...ownParty(partner), source: 'OWN' as const })),
    count: request.count,
    ask: () => outside.client.party(request),
    keyOf,
  })
  const ours = await findByInn(
    db,
    actor,
    suggestions.map(({ data }) => data.inn),
  )
  return {
    note,
    suggestions: suggestions.map((party) => ({ ...withState(party), ownPartnerId: ownIdOf(ours, party) })),
  }
}

/** A branch has the ИНН of its head: the КПП decides, and where it is not known, the head. */
function ownIdOf(ours: readonly OwnPartner[], { data }: PlainParty): number | null {
  const same = ours.filter(({ inn }) => inn === data.inn)
  return (
    (
      same.find(({ kpp }) => kpp === (data.kpp ?? null)) ??
      same.find(({ kpp, isBranch }) => kpp === null && !isBranch)
    )?.id ?? null
  )
}

/** Banks of our own directory, then of the outside service. */
export async function suggestBanks(
  context: Context,
  outside: Outside,
  request: SuggestionRequest,
): Promise<Suggestions<BankSuggestion>> {
  const own = await findBanks(context.db, request.query, request.count)
  return ownFirst(context, outside, {
    own: own.map((bank) => ({ ...bank, source: 'OWN' as const })),
    count: request.count,
    ask: () => outside.client.bank(request),
    keyOf: ({ data }) => data.bic,
  })
}

/** An address of our own store in the words of the suggestions; what was typed after it and is in no register goes along. */
function ownAddress(one: FoundAddress): PlainAddress & Kept {
  const { value, levelCode, taxOffice } = one
  const rest = restText(one)
  const address = rest === null ? one.address : editAddress(one.address, `${value}, ${rest}`)
  const parts = address.parts ?? {}
  const named = (['region', 'city', 'settlement', 'street', 'house', 'flat'] as const).flatMap((level) => {
    const part = parts[level]
    if (part === undefined) return []
    const id = level === 'flat' ? [] : [[`${level}_fias_id`, part.fiasId ?? null]]
    return [[level, part.name], [`${level}_type`, part.type], ...id]
  })
  return {
    value: address.value,
    unrestricted_value: [address.postalCode, address.value].filter(Boolean).join(', '),
    data: {
      postal_code: address.postalCode,
      country: 'Россия',
      ...Object.fromEntries(named),
      fias_id: address.fiasId,
      fias_level: levelCode,
      kladr_id: address.kladrId,
      okato: address.okato,
      oktmo: address.oktmo,
      tax_office: taxOffice,
    },
    address,
  }
}
interface Kept {
  readonly address?: Address
}

/** A city that is typed out goes on with its streets, a street with its houses. */
async function findAddresses(db: Db, { query, count }: SuggestionRequest): Promise<FoundAddress[]> {
  const found = await searchAddresses(db, query, { limit: count })
  const [first] = found
  if (first === undefined || !isWhole(query, first)) return found
  const inside =
    first.level === 'street'
      ? await searchHouses(db, first.objectId, '', count)
      : await searchAddresses(db, `${first.value}, ул`, { limit: count })
  const more = inside.filter(({ objectId }) => objectId !== first.objectId)
  return more.length > 0 ? more : found
}

/** Our own store first; the service of a bank with a key adds to it, the stand-in helps where the store knows nothing. */
export async function suggestAddresses(
  context: Context,
  outside: Outside,
  request: SuggestionRequest,
): Promise<Suggestions<AddressSuggestion>> {
  const { db } = context
  const { client } = outside
  const found = await findAddresses(db, request)
  // Streets and houses of the delivered sample are invented.
  const source = (await isAddressSample(db)) ? ('STAND_IN' as const) : ('OWN' as const)
  const { note, suggestions } = await ownFirst<PlainAddress & Kept>(context, outside, {
    own: found.map((one) => ({ ...ownAddress(one), source })),
    count: request.count,
    ask: () =>
      client.source === 'STAND_IN' && found.length > 0 ? Promise.resolve([]) : client.address(request),
    keyOf: ({ value }) => value.toLowerCase(),
  })
  return {
    note,
    suggestions: suggestions.map((one) => ({ ...one, address: one.address ?? addressOfPlain(one) })),
  }
}
