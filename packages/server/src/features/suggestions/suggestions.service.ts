import type {
  AddressSuggestion,
  BankSuggestion,
  PartySuggestion,
} from '@ipoteka-office/contract/suggestions.ts'
import { ApiError } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import {
  type Party,
  type SuggestionClient,
  type SuggestionRequest,
  SuggestionsUnavailable,
} from '#integrations/dadata/suggestion-client.ts'
import { findBanks, findByInn, findOwn, type OwnPartner } from './suggestions.repo.ts'

/** Suggestions with where they come from. */
interface Suggestions<T> {
  readonly source: SuggestionClient['source']
  readonly suggestions: T[]
}

/** Without suggestions the person goes on by hand: 503, never a 500. */
async function asked<T>({ log }: Context, call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof SuggestionsUnavailable)) throw error
    log.warn({ err: error.cause }, 'suggestions are not available')
    throw new ApiError(503, 'ER_UNSPECIFIED', 'Подсказки временно недоступны, заполните поля вручную')
  }
}

const ownParty = (partner: OwnPartner): Party => ({
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

const keyOf = ({ data }: Party) => `${data.inn} ${data.kpp ?? ''}`

/** Organisations by name, ИНН or ОГРН; the stand-in knows our own partners too. Which are ours already is said. */
export async function suggestParties(
  context: Context,
  client: SuggestionClient,
  request: SuggestionRequest,
): Promise<Suggestions<PartySuggestion>> {
  const { db, actor } = context
  const found = await asked(context, client.party(request))
  const own =
    client.source === 'STAND_IN' ? (await findOwn(db, actor, request.query, request.count)).map(ownParty) : []
  const distinct = [...new Map([...found, ...own].map((party) => [keyOf(party), party])).values()]
  const parties =
    own.length > 0 ? distinct.toSorted((a, b) => Number(isIn(own, b)) - Number(isIn(own, a))) : distinct
  const shown = parties.slice(0, request.count)
  const ours = await findByInn(
    db,
    actor,
    shown.map(({ data }) => data.inn),
  )
  return {
    source: client.source,
    suggestions: shown.map((party) => ({ ...party, ownPartnerId: ownIdOf(ours, party) })),
  }
}

const isIn = (list: readonly Party[], party: Party) => list.some((one) => keyOf(one) === keyOf(party))

/** A branch has the ИНН of its head: the КПП decides, and where it is not known, the head. */
function ownIdOf(ours: readonly OwnPartner[], { data }: Party): number | null {
  const same = ours.filter(({ inn }) => inn === data.inn)
  return (
    (
      same.find(({ kpp }) => kpp === (data.kpp ?? null)) ??
      same.find(({ kpp, isBranch }) => kpp === null && !isBranch)
    )?.id ?? null
  )
}

export async function suggestBanks(
  context: Context,
  client: SuggestionClient,
  request: SuggestionRequest,
): Promise<Suggestions<BankSuggestion>> {
  const directory = () => findBanks(context.db, request.query, request.count)
  return { source: client.source, suggestions: await asked(context, client.bank(request, directory)) }
}

export async function suggestAddresses(
  context: Context,
  client: SuggestionClient,
  request: SuggestionRequest,
): Promise<Suggestions<AddressSuggestion>> {
  return { source: client.source, suggestions: await asked(context, client.address(request)) }
}
