import type { Dictionary, DictionaryItem } from '@ipoteka-office/contract/references/reference-items.ts'
import type { Page } from 'playwright-core'
import type { Bank } from './bank.ts'

let made = 0

/** A dictionary nobody else of the tests uses, with the items given: code → name. */
export async function ownDictionary(
  bank: Bank,
  items: Readonly<Record<string, string>> = {},
  change: Partial<Pick<Dictionary, 'attributes' | 'hierarchical'>> = {},
): Promise<Dictionary> {
  made += 1
  const code = `e2e_${Date.now()}_${made}`
  const dictionary = await bank.call<Dictionary>('POST', '/reference-admin/dictionaries', {
    code,
    title: `Проверочный ${code}`,
    ...change,
  })
  for (const [item, name] of Object.entries(items)) await addItem(bank, dictionary, item, name)
  return dictionary
}

export const addItem = (
  bank: Bank,
  { id }: Dictionary,
  code: string,
  name: string,
  change: object = {},
): Promise<DictionaryItem> =>
  bank.call('POST', `/reference-admin/dictionaries/${id}/items`, { code, name, ...change })

/** The items of a dictionary as the server holds them, in their order. */
export async function itemsOf(bank: Bank, { id }: Pick<Dictionary, 'id'>): Promise<DictionaryItem[]> {
  const { content } = await bank.call<{ content: DictionaryItem[] }>(
    'GET',
    `/reference-admin/dictionaries/${id}/items?state=all&size=100`,
  )
  return content
}

export const referencePath = ({ code }: Pick<Dictionary, 'code'>): string => `/references?dictionary=${code}`

/** The row of an item by its code. */
export const itemRow = (page: Page, code: string) =>
  page.locator('tbody tr', { has: page.getByRole('cell', { name: code, exact: true }) })

/** Codes of the rows that are shown, in their order. */
export const codesShown = async (page: Page): Promise<string[]> => {
  const headings = await page.getByRole('columnheader').allInnerTexts()
  const at = headings.findIndex((text) => text.trim() === 'Код')
  const cells = await page.locator(`tbody tr td:nth-child(${at + 1})`).allInnerTexts()
  return cells.map((text) => text.trim())
}
