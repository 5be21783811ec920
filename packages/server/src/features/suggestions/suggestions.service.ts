import { addressOfPlain } from '@ipoteka-office/contract/suggested-address.ts'
import type {
  AddressSuggestion,
  BankSuggestion,
  PartySuggestion,
  PlainParty,
} from '@ipoteka-office/contract/suggestions.ts'
import type { Context } from '#http/route.ts'
import type { SuggestionRequest } from '#integrations/dadata/suggestion-client.ts'
import { type Outside, ownFirst, type Suggestions } from './own-and-outside.ts'
import { findBanks, findByInn, findOwn, type OwnPartner } from './suggestions.repo.ts'

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
    suggestions: suggestions.map((party) => ({ ...party, ownPartnerId: ownIdOf(ours, party) })),
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

export async function suggestAddresses(
  context: Context,
  outside: Outside,
  request: SuggestionRequest,
): Promise<Suggestions<AddressSuggestion>> {
  const { note, suggestions } = await ownFirst(context, outside, {
    own: [],
    count: request.count,
    ask: () => outside.client.address(request),
    keyOf: ({ value }) => value.toLowerCase(),
  })
  return { note, suggestions: suggestions.map((found) => ({ ...found, address: addressOfPlain(found) })) }
}
