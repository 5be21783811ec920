import type { Sex } from '@ipoteka-office/contract/common/person/person-name.ts'
import {
  type AddressSuggestion,
  type BankSuggestion,
  type EmailSuggestion,
  type NamePart,
  type NameSuggestion,
  type PartySuggestion,
  type SuggestionSource,
  suggestAddress,
  suggestBank,
  suggestEmail,
  suggestName,
  suggestParty,
  suggestPassportUnit,
  type UnitSuggestion,
} from '@ipoteka-office/contract/suggestions/suggestions.ts'
import { call } from '#api/call.ts'
import type { Suggestion, Suggestions } from '#ui/input/suggestion.ts'

const invented = 'Учебные данные: внешняя служба подсказок не подключена'

/** What the server answers to every kind of question. */
interface Answer<T> {
  readonly note: string | null
  readonly suggestions: readonly (T & { source: SuggestionSource })[]
}

/** The answer as a list shows it; under it stands what is missing, or that somebody is invented. */
function listed<T extends { source: SuggestionSource }>(
  { note, suggestions }: Answer<T>,
  lineOf: (item: T, index: number) => Suggestion<T>,
): Suggestions<T> {
  const isInvented = suggestions.some(({ source }) => source === 'STAND_IN')
  return {
    items: suggestions.map(lineOf),
    foot: suggestions.length > 0 ? (note ?? (isInvented ? invented : null)) : null,
    emptyText: note,
  }
}

const gone: Record<string, string> = {
  LIQUIDATING: 'ликвидируется',
  LIQUIDATED: 'ликвидирована',
  BANKRUPT: 'банкрот',
  REORGANIZING: 'реорганизуется',
}

/** «ликвидирована» with the register's own words where there are; null while the organisation lives. */
export function partyTrouble({ data: { state } }: PartySuggestion): string | null {
  const word = gone[state?.status ?? ''] ?? null
  return word === null || !state?.text ? word : `${word} («${state.text}»)`
}

const joined = (parts: readonly (string | null | undefined | false)[]) => parts.filter(Boolean).join(' · ')

function partyLine(item: PartySuggestion, index: number): Suggestion<PartySuggestion> {
  const { data, value, ownPartnerId } = item
  return {
    key: `${data.inn}-${data.kpp ?? ''}-${index}`,
    title: value,
    note: joined([
      `ИНН ${data.inn}`,
      data.kpp && `КПП ${data.kpp}`,
      data.address?.value,
      partyTrouble(item),
      ownPartnerId !== null && 'уже есть среди партнёров',
    ]),
    item,
  }
}

/** Legal persons and entrepreneurs by a part of the name, ИНН or ОГРН. */
export const searchParties = async (
  query: string,
  signal: AbortSignal,
): Promise<Suggestions<PartySuggestion>> =>
  listed(await call(suggestParty, { query: { query } }, { signal }), partyLine)

/** Banks by a part of the name or БИК. */
export const searchBanks = async (query: string, signal: AbortSignal): Promise<Suggestions<BankSuggestion>> =>
  listed(await call(suggestBank, { query: { query } }, { signal }), (item: BankSuggestion) => ({
    key: item.data.bic,
    title: item.value,
    note: joined([`БИК ${item.data.bic}`, item.data.payment_city]),
    item,
  }))

/** Addresses as people write them. */
export const searchAddresses = async (
  query: string,
  signal: AbortSignal,
): Promise<Suggestions<AddressSuggestion>> =>
  listed(await call(suggestAddress, { query: { query } }, { signal }), (item: AddressSuggestion, index) => ({
    key: `${index}-${item.address.fiasId ?? ''}`,
    title: item.value,
    ...(item.address.postalCode && { note: item.address.postalCode }),
    item,
  }))

/** Surnames, names or patronymics, and visible employees by their whole name. */
export const searchNames =
  (part: NamePart, sex: Sex | null) =>
  async (query: string, signal: AbortSignal): Promise<Suggestions<NameSuggestion>> =>
    listed(
      await call(suggestName, { query: { query, part, ...(sex && { sex }) } }, { signal }),
      (item: NameSuggestion) => ({
        key: `${item.ownEmployeeId ?? ''}-${item.value}`,
        title: item.value,
        ...(item.ownEmployeeId !== null && { note: 'уже есть среди сотрудников' }),
        item,
      }),
    )

/** Units that issue passports by their code or words of their name. */
export const searchUnits = async (query: string, signal: AbortSignal): Promise<Suggestions<UnitSuggestion>> =>
  listed(await call(suggestPassportUnit, { query: { query } }, { signal }), (item: UnitSuggestion) => ({
    key: `${item.data.code}-${item.value}`,
    title: item.data.code,
    note: item.data.name,
    item,
  }))

/** Addresses that go on from what is typed with a common domain. */
export const searchEmails = async (
  query: string,
  signal: AbortSignal,
): Promise<Suggestions<EmailSuggestion>> =>
  listed(await call(suggestEmail, { query: { query } }, { signal }), (item: EmailSuggestion) => ({
    key: item.value,
    title: item.value,
    item,
  }))
