import { emailParts, mailDomains } from '@ipoteka-office/contract/common/person/email.ts'
import { sexOfName } from '@ipoteka-office/contract/common/person/person-name.ts'
import type {
  EmailSuggestion,
  NameSuggestion,
  PlainEmail,
  PlainName,
  SuggestionSource,
  UnitSuggestion,
} from '@ipoteka-office/contract/suggestions/suggestions.ts'
import type { Context } from '#http/route.ts'
import type { NameRequest, SuggestionRequest } from '#integrations/dadata/suggestion-client.ts'
import { suggestFromLists } from './names.rules.ts'
import { type Outside, ownFirst, type Suggestions } from './own-and-outside.ts'
import { findColleaguesDomains, findOwnPeople, findUnits, type OwnPerson } from './suggestions.repo.ts'

/** People crowd out names: a few of them are enough to see that somebody is there already. */
const mostPeople = 3

interface OwnName extends PlainName {
  readonly source: SuggestionSource
  readonly ownEmployeeId: number | null
}

const nameOfPerson = ({ id, surname, name, patronymic, sex }: OwnPerson): OwnName => {
  const value = [surname, name, patronymic].filter(Boolean).join(' ')
  return {
    value,
    unrestricted_value: value,
    data: {
      surname,
      name,
      patronymic,
      gender: sex ?? sexOfName({ surname, patronymic: patronymic ?? '' }) ?? 'UNKNOWN',
    },
    source: 'OWN',
    ownEmployeeId: id,
  }
}

/** A name or a patronymic alone is nobody's in particular. */
const meansPeople = ({ query, part }: NameRequest) =>
  query.includes(' ') || ((part === undefined || part === 'SURNAME') && query.length > 2)

async function ownPeople({ db, actor }: Context, request: NameRequest): Promise<OwnName[]> {
  if (!actor.operations.PartnerEmployee?.includes('List') || !meansPeople(request)) return []
  const found = await findOwnPeople(db, actor, request.query, Math.min(mostPeople, request.count))
  return found.map(nameOfPerson).filter(({ data }) => !request.sex || data.gender === request.sex)
}

/** Names of the frequency lists and visible employees, then the outside service. */
export async function suggestNames(
  context: Context,
  outside: Outside,
  request: NameRequest,
): Promise<Suggestions<NameSuggestion>> {
  const people = await ownPeople(context, request)
  const listed = suggestFromLists(request).map((item) => ({
    ...item,
    source: 'OWN' as const,
    ownEmployeeId: null,
  }))
  const { client } = outside
  const { note, suggestions } = await ownFirst<PlainName & { ownEmployeeId?: number | null }>(
    context,
    outside,
    {
      own: distinct([...people, ...listed], ({ value }) => value),
      count: request.count,
      ask: () => client.name(request),
      keyOf: ({ value }) => value.toLowerCase(),
    },
  )
  return {
    note,
    suggestions: suggestions.map((item) => ({ ...item, ownEmployeeId: item.ownEmployeeId ?? null })),
  }
}

const distinct = <T>(list: readonly T[], keyOf: (item: T) => string): T[] => {
  const byKey = new Map<string, T>()
  for (const item of list) if (!byKey.has(keyOf(item))) byKey.set(keyOf(item), item)
  return [...byKey.values()]
}

/** Units by their code or the words of their name; the invented ones of a demo bank say that they are. */
export async function suggestUnits(
  context: Context,
  outside: Outside,
  request: SuggestionRequest,
): Promise<Suggestions<UnitSuggestion>> {
  const rows = await findUnits(context.db, request.query, request.count)
  return ownFirst(context, outside, {
    own: rows.map(({ code, name, isDemo }) => ({
      value: name,
      unrestricted_value: name,
      data: { code, name, region_code: code.slice(0, 2), type: code[2] ?? null },
      source: isDemo ? ('STAND_IN' as const) : ('OWN' as const),
    })),
    count: request.count,
    ask: () => outside.client.unit(request),
    keyOf: ({ data }) => `${data.code} ${data.name.toLowerCase()}`,
  })
}

/** Domains of the colleagues' addresses, then the common ones. */
export async function suggestEmails(
  context: Context,
  outside: Outside,
  request: SuggestionRequest,
): Promise<Suggestions<EmailSuggestion>> {
  const typed = emailParts(request.query)
  if (typed === null) return { note: null, suggestions: [] }
  const { local, domain } = typed
  const colleagues = await findColleaguesDomains(context.db, context.actor)
  const own = [...new Set([...colleagues, ...mailDomains])]
    .filter((one) => one.startsWith(domain ?? '') && one !== domain)
    .map((one): PlainEmail => {
      const value = `${local}@${one}`
      return { value, unrestricted_value: value, data: { local, domain: one } }
    })
  return ownFirst(context, outside, {
    own: own.map((item) => ({ ...item, source: 'OWN' as const })),
    count: request.count,
    ask: () => outside.client.email(request),
    keyOf: ({ value }) => value.toLowerCase(),
  })
}
