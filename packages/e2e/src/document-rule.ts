import type { DocumentRule } from '@ipoteka-office/contract/document-rules/document-rules.ts'
import type { Page } from 'playwright-core'
import type { Bank } from './bank.ts'

/** What a rule of completeness says, as short as it can be said. */
const plain = {
  ruleType: 'COMPLETENESS',
  effect: 'REQUIRED',
  subject: 'CASE',
  group: 'DEAL',
  stage: 'DEAL',
  documents: ['OTHER'],
}

/** A rule of its own for a test: a draft that nobody else knows. */
export const newRule = (bank: Bank, content: object = {}): Promise<DocumentRule> =>
  bank.call('POST', '/document-rules', {
    content: { ...plain, name: `Правило ${Date.now()} ${Math.random()}`, ...content },
  })

export const ruleOf = (bank: Bank, id: number): Promise<DocumentRule> =>
  bank.call('GET', `/document-rules/${id}`)

export const publishRule = (bank: Bank, { id, version }: DocumentRule): Promise<DocumentRule> =>
  bank.call('POST', `/document-rules/${id}/publish`, { version })

/** Saves a draft that says something else. */
export const changeRule = (bank: Bank, rule: DocumentRule, content: object): Promise<DocumentRule> => {
  const said = rule.draft ?? rule.current
  return bank.call('PUT', `/document-rules/${rule.id}`, {
    version: rule.version,
    content: { ...said?.content, ...content },
  })
}

export const deleteRule = (bank: Bank, { id }: DocumentRule): Promise<unknown> =>
  ruleOf(bank, id).then(({ version }) => bank.call('DELETE', `/document-rules/${id}?version=${version}`))

export const cardPath = ({ id, ruleType }: Pick<DocumentRule, 'id' | 'ruleType'>): string =>
  `/document-edit/${id}/${ruleType}`

/** The number of an application that the admin sees. */
export async function someApplication(bank: Bank): Promise<string> {
  const { content } = await bank.call<{ content: { number: string }[] }>(
    'GET',
    '/partner/nis/unassigned?page=0&size=1',
  )
  const number = content[0]?.number
  if (number === undefined) throw new Error('the demo bank has no applications that wait')
  return number
}

/**
 * Chooses in the field that has the focus by typing, without the mouse. The focus may still be on
 * its way to the field, and the list on its way to what was typed: a person looks at both.
 */
export async function chooseByTyping(page: Page, text: string): Promise<void> {
  await page.locator('[role="combobox"]:focus').waitFor()
  await page.keyboard.type(text)
  await page
    .locator('[role="option"][data-highlighted]')
    .filter({ hasText: new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'), 'i') })
    .waitFor()
  await page.keyboard.press('Enter')
}
