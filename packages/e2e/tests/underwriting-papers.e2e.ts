import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { CaseTask } from '@ipoteka-office/contract/cases/case-tasks.ts'
import type { Page as PageOf } from '@ipoteka-office/contract/common/page.ts'
import type { Document } from '@ipoteka-office/contract/documents/documents.ts'
import type { FormRoom } from '@ipoteka-office/contract/underwriting/form/room.ts'
import { describe } from 'vitest'
import type { Bank } from '#bank.ts'
import { documentsOf, documentsPath, noise, putFile } from '#documents.ts'
import { expect, test } from '#fixtures.ts'
import { pick } from '#partner.ts'

const isRead =
  spawnSync('tesseract', ['--list-langs'], { encoding: 'utf8' }).stdout?.split('\n').includes('rus') === true
/** A scan is read in seconds on a free machine, and in a minute on a busy one. */
const readMs = 120_000

/** A scan of the borrower's passport that nobody has looked at, in an application that is being underwritten. */
async function withScan(bank: Bank): Promise<{ room: FormRoom; document: Document }> {
  const body = { tab: 'ALL', caseType: 'FULL_APPLICATION', stages: ['UNDERWRITING'], size: 100 }
  const { content } = await bank.call<PageOf<CaseTask>>('POST', '/case-task/search', body, 'underwriter')
  const name = isRead ? 'паспорт.jpg' : 'паспорт.png'
  const bytes = isRead
    ? readFileSync(resolve(import.meta.dirname, '../../../samples/scans/паспорт-образец.jpg'))
    : noise(60, 80, 11)
  for (const { caseId } of content) {
    const owner = { ownerType: 'APPLICATION' as const, ownerId: caseId }
    const { documents } = await documentsOf(bank, owner)
    if (documents.some(({ files }) => files.some((file) => file.name === name))) continue
    const document = await putFile(bank, owner, { name, bytes }, { typeCode: 'PASSPORT_RF' })
    const room = await bank.call<FormRoom>('GET', `/underwriting/${caseId}/form`, undefined, 'underwriter')
    return { room, document }
  }
  throw new Error('Every application of the demo bank has such a scan')
}

describe('papers in the room of the underwriter', { timeout: 180_000 }, () => {
  test('a scan is read, refused with a remark that the case shows, and taken once it is right', async ({
    office,
    bank,
  }) => {
    const { room, document } = await withScan(bank)
    const place = { ownerType: 'APPLICATION' as const, ownerId: room.caseId }
    const page = await office.openAs(
      'underwriter',
      `/underwriting-form/${room.caseId}/${room.participantId}/documents`,
    )
    const papers = page.getByRole('navigation', { name: 'Документы участника' })
    const paper = papers.getByRole('button').filter({ hasText: 'Загружен' }).last()
    await paper.click()
    if (isRead) await page.getByRole('list', { name: 'Взять в анкету' }).waitFor({ timeout: readMs })
    await page.getByRole('main').press('r')
    const dialog = page.getByRole('dialog', { name: 'Отклонить с замечанием' })
    await pick(page, 'Вид замечания', 'Нечитаемая копия')
    await dialog.getByLabel('Что исправить').fill('Не видно серию')
    await dialog.getByRole('button', { name: 'Отклонить', exact: true }).click()
    const remarks = page.getByRole('list', { name: 'Замечания к документу' })
    await remarks.getByText('Не видно серию').waitFor()
    await office.expectAccessible(page)

    // The case tells the same: the document is rejected, and the remark leads to it.
    const other = await office.openAs('admin', `/full-app-edit/${room.caseId}`)
    const told = other.getByRole('region', { name: 'Замечания', exact: true })
    const remark = told.getByRole('listitem').filter({ hasText: 'Не видно серию' })
    expect(await remark.getByRole('link', { name: 'Открыть документ' }).getAttribute('href')).toBe(
      documentsPath(place, document.id),
    )
    await office.go(other, documentsPath(place, document.id))
    await other.getByText('Нечитаемая копия: Не видно серию').waitFor()

    // And the other way round: what is taken back there can be taken here at once.
    await other.getByRole('button', { name: 'Отменить решение' }).click()
    await page.getByRole('button', { name: /^Принять/ }).waitFor()
    await page.getByRole('main').press('a')
    await page.getByRole('button', { name: 'Отменить решение' }).waitFor()
    const now = await bank.call<Document>('GET', `/document/${document.id}`, undefined, 'underwriter')
    expect(now.status).toBe('ACCEPTED')
    await remarks.getByRole('button', { name: 'Снять' }).click()
    await remarks.waitFor({ state: 'detached' })
  })

  test('tabs of a person open by their keys, and a fact leads to its row of the comparison', async ({
    office,
    bank,
  }) => {
    const body = { tab: 'ALL', caseType: 'FULL_APPLICATION', stages: ['UNDERWRITING'], size: 1 }
    const { content } = await bank.call<PageOf<CaseTask>>('POST', '/case-task/search', body, 'underwriter')
    const page = await office.openAs('underwriter', `/underwriting-form/${content[0]?.caseId}`)
    await page.getByRole('region', { name: 'Сравнение', exact: true }).waitFor()
    const turnTo = async (key: string, name: string) => {
      await page.getByRole('main').press(key)
      await page.getByRole('region', { name, exact: true }).waitFor()
      await office.expectAccessible(page)
    }
    await turnTo('5', 'Имущество')
    await turnTo('6', 'Другие заявки')
    await turnTo('1', 'Личные данные')
    await page.getByRole('button', { name: /^Серия и номер паспорта: .*Открыть в сравнении$/ }).click()
    const row = page.getByRole('button', { name: 'Серия и номер паспорта', exact: true })
    await row.waitFor()
    expect(await row.getAttribute('aria-expanded')).toBe('true')
  })
})
