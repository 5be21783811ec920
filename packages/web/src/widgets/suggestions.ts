import {
  type AddressSuggestion,
  type BankSuggestion,
  type PartySuggestion,
  suggestAddress,
  suggestBank,
  suggestParty,
} from '@ipoteka-office/contract/suggestions.ts'
import { call } from '#api/call.ts'
import type { Suggestion, Suggestions } from '#ui/suggest-input.tsx'

const notConnected = 'внешняя служба подсказок не подключена'

/** Said under an answer of the stand-in: organisations and addresses are invented, banks are those of the delivery. */
const footOf = (source: 'DADATA' | 'STAND_IN', data = 'Учебные данные') =>
  source === 'STAND_IN' ? `${data}: ${notConnected}` : null

const gone: Record<string, string> = {
  LIQUIDATING: 'ликвидируется',
  LIQUIDATED: 'ликвидирована',
  BANKRUPT: 'банкрот',
  REORGANIZING: 'реорганизуется',
}

/** «ликвидирована», null while the organisation lives. */
export const partyTrouble = ({ data }: PartySuggestion): string | null =>
  gone[data.state?.status ?? ''] ?? null

const lineOf = (parts: readonly (string | null | undefined | false)[]) => parts.filter(Boolean).join(' · ')

function partyLine(item: PartySuggestion, index: number): Suggestion<PartySuggestion> {
  const { data, value, ownPartnerId } = item
  return {
    key: `${data.inn}-${data.kpp ?? ''}-${index}`,
    title: value,
    note: lineOf([
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
export async function searchParties(
  query: string,
  signal: AbortSignal,
): Promise<Suggestions<PartySuggestion>> {
  const { source, suggestions } = await call(suggestParty, { query: { query } }, { signal })
  return { items: suggestions.map(partyLine), foot: footOf(source) }
}

/** Banks by a part of the name or БИК. */
export async function searchBanks(query: string, signal: AbortSignal): Promise<Suggestions<BankSuggestion>> {
  const { source, suggestions } = await call(suggestBank, { query: { query } }, { signal })
  return {
    items: suggestions.map((item) => ({
      key: item.data.bic,
      title: item.value,
      note: lineOf([`БИК ${item.data.bic}`, item.data.payment_city]),
      item,
    })),
    foot: footOf(source, 'Справочник банков из поставки'),
  }
}

/** Addresses as people write them. */
export async function searchAddresses(
  query: string,
  signal: AbortSignal,
): Promise<Suggestions<AddressSuggestion>> {
  const { source, suggestions } = await call(suggestAddress, { query: { query } }, { signal })
  return {
    items: suggestions.map((item, index) => ({
      key: `${index}-${item.data.fias_id ?? ''}`,
      title: item.value,
      ...(item.data.postal_code && { note: item.data.postal_code }),
      item,
    })),
    foot: footOf(source),
  }
}
