import { readBankName } from '#db/bank-profile.ts'
import type { Db } from '#db/database.ts'
import type { DatedFigures } from '#features/parameters/parameter-reader.service.ts'
import { escaped } from './public-pages.ts'

/** What a public page says of the bank; what the bank has not given is null and is not spoken of. */
export interface BankNotice {
  readonly name: string | null
  readonly license: string | null
  readonly address: string | null
  readonly policyUrl: string | null
}

const given = (text: string | null | undefined): string | null => text?.trim() || null

/** The notice as it stands on a day of the bank. */
export async function readBankNotice(db: Db, parameters: DatedFigures, day: string): Promise<BankNotice> {
  const bank = await readBankName(db)
  const figures = await parameters.figuresOn(day)
  return {
    name: given(bank?.fullName),
    license: given(figures['bank-license']),
    address: given(bank?.address),
    policyUrl: given(figures['bank-policy']),
  }
}

/** The foot of a public page as HTML; empty when nothing is known of the bank. */
export function bankFoot({ name, license, address, policyUrl }: BankNotice): string {
  const lines = [
    name === null ? null : `<b>${escaped(name)}</b>`,
    license === null ? null : escaped(`Лицензия Банка России ${license}`),
    address === null ? null : escaped(address),
    policyUrl === null ? null : policyLink(policyUrl, 'Политика обработки персональных данных'),
  ].filter((line) => line !== null)
  return lines.length === 0 ? '' : `<footer>${lines.map((line) => `<p>${line}</p>`).join('')}</footer>`
}

/** A link to the policy, which opens beside the form: what is typed stays. */
export const policyLink = (url: string, words: string): string =>
  `<a href="${escaped(url)}" target="_blank" rel="noopener noreferrer">${escaped(words)}</a>`
