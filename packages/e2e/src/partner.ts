import { randomInt } from 'node:crypto'
import { innControlDigit, ogrnControlDigit } from '@ipoteka-office/contract/common/identifiers.ts'
import type { Partner, PartnerCreate } from '@ipoteka-office/contract/partners/partners.ts'
import type { Page } from 'playwright-core'
import type { Bank } from './bank.ts'

/** Numbers of this kind that there are. */
const space = 100_000
/** Once a process at random, and counted from there: no two of a run are the same. */
let next = randomInt(space)

/** An ИНН of a legal person of Moscow that nobody else of the tests uses. */
function ownInn(): string {
  next = (next + 1) % space
  const start = `7799${String(next).padStart(5, '0')}`
  return `${start}${innControlDigit(start)}`
}

/** A partner nobody else of the tests uses. */
export function ownPartner(bank: Bank, change: Partial<PartnerCreate> = {}): Promise<Partner> {
  const inn = ownInn()
  const start = `10277${inn.slice(2, 9)}`
  return bank.call('POST', '/partner', {
    shortName: `Проверка ${inn}`,
    fullName: `Общество «Проверка ${inn}»`,
    inn,
    kpp: `${inn.slice(0, 4)}01001`,
    ogrn: `${start}${ogrnControlDigit(start)}`,
    branchTypeCode: 'HEAD',
    regionCode: '77',
    ...change,
  })
}

/** Changes the main data of a partner past the browser, as somebody else would. */
export async function changePartner(bank: Bank, id: number, change: object): Promise<Partner> {
  const now = await bank.call<Partner>('GET', `/partner/${id}`)
  return bank.call('PUT', `/partner/${id}`, {
    shortName: now.shortName,
    fullName: now.fullName,
    inn: now.inn,
    kpp: now.kpp,
    ogrn: now.ogrn,
    okopfCode: now.okopfCode,
    branchTypeCode: now.branchTypeCode,
    businessProfileCodes: now.businessProfileCodes,
    companyGroupCode: now.companyGroupCode,
    regionCode: now.regionCode,
    legalAddress: now.legalAddress,
    actualAddress: now.actualAddress,
    postalAddress: now.postalAddress,
    version: now.version,
    ...change,
  })
}

/** Address of a tab of a partner's card. */
export const partnerTab = (id: number, tab = 'main'): string =>
  tab === 'main' ? `/partner-edit/${id}` : `/partner-edit/${id}?tab=${tab}`

/** Types into a field with suggestions and takes one by the keyboard. */
export async function takeSuggestion(page: Page, label: string, text: string, wanted: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label, exact: true })
  await field.click()
  await field.fill('')
  await field.pressSequentially(text)
  await page.locator('[role="option"]').filter({ hasText: wanted }).first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  // The list may go on offering; going on to the next field closes it.
  await page.keyboard.press('Tab')
}

/** Chooses an option of a long select by a part of its name; of one that holds several the list stays open. */
export async function pick(page: Page, label: string, option: string, text = option): Promise<void> {
  const field = page.getByRole('combobox', { name: label, exact: true })
  await field.click()
  await field.fill(text)
  const list = page.locator(
    `[id="${await field.and(page.locator('[aria-controls]')).getAttribute('aria-controls')}"]`,
  )
  await list.locator('[role="option"]').filter({ hasText: option }).first().click()
}
