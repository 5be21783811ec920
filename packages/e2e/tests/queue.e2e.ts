import type { Approver } from '@ipoteka-office/contract/approvers/approvers.ts'
import type { Page as PageOf } from '@ipoteka-office/contract/common/page.ts'
import { describe } from 'vitest'
import { activeApprover } from '#approver.ts'
import type { Bank } from '#bank.ts'
import { expect, test } from '#fixtures.ts'
import { tabCount } from '#list.ts'

const counter = (text: string): number => Number(text.replace(/\D/g, '') || 0)

/** While `work` goes on, the person takes everything round the clock; afterwards only what they took before. */
async function whileFitsAll(bank: Bank, person: Approver, work: () => Promise<void>): Promise<void> {
  const { id, version: _, ...before } = person
  await bank.save('nis', id, {
    mortgageApplicationLevels: await bank.call('GET', '/reference/loanApplicationLevel'),
    mortgageApplicationStatuses: await bank.call('GET', '/reference/loanApplicationStatus'),
    allPartners: true,
    partners: [],
    allRegions: true,
    regions: [],
    workingShiftFrom: '00:00',
    workingShiftBy: '00:00',
    mortgageApplicationsLimit: 1_000,
  })
  try {
    await work()
  } finally {
    await bank.save('nis', id, before)
  }
}

describe('applications that nobody fits', () => {
  test('an intake moves the open counter by itself, and the list says why', async ({ office, bank }) => {
    const page = await office.openAs('admin', '/list-workload-employees/nis')
    const button = page.getByRole('button', { name: /^Нераспределённые/ })
    const waiting = () =>
      bank.call<PageOf<{ number: string }>>('GET', '/partner/nis/unassigned?page=0&size=1')
    // Read together: the queue goes on meanwhile.
    const isTold = async () => counter(await button.innerText()) === (await waiting()).totalElements
    await expect.poll(isTold).toBe(true)
    const { content } = await bank.call<{
      content: {
        partner: { id: number }
        programme: string
        level: { code: string }
        status: { code: string }
        region: { code: string }
      }[]
    }>('GET', '/partner/nis/unassigned?page=0&size=1')
    const like = content[0]
    if (like === undefined) throw new Error('the demo bank has no unassigned application to copy')
    const number = `E2E-${Date.now().toString(36)}`
    const answer = await bank.call<{ results: { outcome: string; approver: object | null }[] }>(
      'POST',
      '/application/intake',
      {
        number,
        clientName: 'Проверкина Анна Сергеевна',
        programme: like.programme,
        type: 'nis',
        level: like.level.code,
        status: like.status.code,
        partnerId: like.partner.id,
        region: like.region.code,
        dueAt: '2000-01-01T00:00:00Z',
      },
    )
    expect(answer.results[0]?.outcome).toBe('ACCEPTED')
    await expect.poll(isTold, { timeout: 10_000 }).toBe(true)
    await button.click()
    const dialog = page.getByRole('dialog', { name: 'Нераспределённые заявки' })
    await dialog.getByText(number).waitFor()
    await dialog
      .getByText(/(не активен|не в смене|не тот|лимит исчерпан)/)
      .first()
      .waitFor()
    await dialog.getByRole('button', { name: `Почему? Заявка ${number}` }).click()
    const why = page.getByRole('dialog', { name: `Назначение заявки ${number}` })
    // Each number opens as many people.
    const behind = why.getByRole('button', { name: /^не активен: \d+ сотрудник.*, показать$/ })
    await behind.click()
    await why
      .getByText(`из ${counter(await behind.innerText())}`, { exact: false })
      .first()
      .waitFor()
    await why.getByText('Ближе всех к этой заявке').waitFor()
    await why.getByRole('button', { name: 'Назначить вручную' }).click()
    const hand = page.getByRole('dialog', { name: 'Назначить вручную' })
    await hand.getByText(`${number}, Проверкина Анна Сергеевна`).waitFor()
  })

  test('an application says who got it and why', async ({ office, bank }) => {
    const { content } = await bank.approvers('nis', { workStatus: 'ACTIVE' }, 'page=0&size=20&sort=load,desc')
    const approver = content.find((one) => one.openApplicationsCount > 0)
    const page = await office.openAs('admin', `/workload-employee/nis/${approver?.id}`)
    await page.getByRole('button', { name: /^\d+ из \d+$/ }).click()
    const dialog = page.getByRole('dialog').filter({ hasText: 'Заявки в работе' })
    await dialog
      .getByRole('button', { name: /Почему я\?/ })
      .first()
      .click()
    await page
      .getByText(
        /(наименьшая загрузка|дольше всех без назначений|единственный подходящий|первый по порядку|недавно уже рассматривал)/,
      )
      .first()
      .waitFor()
  })

  test('«7 / 30» opens these seven, and delivered views find who is at work, late or overloaded', async ({
    office,
    bank,
  }) => {
    const { content } = await bank.approvers('oic', { workStatus: 'ACTIVE' }, 'page=0&size=1&sort=load,desc')
    const [busiest] = content
    if (busiest === undefined) throw new Error('nobody has applications')
    const page = await office.openAs('admin', `/list-workload-employees/oic?employees=${busiest.id}`)
    const { openApplicationsCount: open, mortgageApplicationsLimit: limit } = busiest
    await page.getByRole('link', { name: new RegExp(`^${open} / ${limit}: заявки в работе`) }).click()
    const held = page.getByRole('dialog').filter({ hasText: 'Заявки в работе' })
    await held
      .getByText(new RegExp(`из ${open}$`))
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
    await held.waitFor({ state: 'hidden' })
    expect(new URL(page.url()).search).toBe(`?employees=${busiest.id}`)

    for (const [name, filter] of [
      ['Перегружены', 'overloaded'],
      ['С просрочкой', 'overdue'],
      ['В смене', 'onShift'],
    ] as const) {
      await page
        .getByRole('button', { name: /^(Мои представления|Перегружены|С просрочкой)$/ })
        .first()
        .click()
      await page.getByRole('dialog', { name: 'Мои представления' }).getByRole('button', { name }).click()
      await page.waitForURL((url) => url.searchParams.has(filter))
      // Both are read again: a shift may begin and a deadline pass between the two.
      const isSame = async () => {
        const { totalElements } = await bank.approvers('oic', { [filter]: true }, 'page=0&size=1')
        if ((await tabCount(page, 'Все')) === totalElements) return true
        const { pathname, search } = new URL(page.url())
        await office.go(page, pathname + search)
        return false
      }
      await expect.poll(isSame, { timeout: 15_000 }).toBe(true)
    }
  })

  test('an application goes to another by hand, with a reason, from the card of who has it', async ({
    office,
    bank,
  }) => {
    const target = await activeApprover(bank, 'nis', 30)
    const { content } = await bank.approvers('nis', { workStatus: 'ACTIVE' }, 'page=0&size=20&sort=load,desc')
    const approver = content.find((one) => one.openApplicationsCount > 0 && one.id !== target.id)
    await whileFitsAll(bank, target, async () => {
      const page = await office.openAs('admin', `/workload-employee/nis/${approver?.id}`)
      await page.getByRole('button', { name: /^\d+ из \d+$/ }).click()
      const held = page.getByRole('dialog').filter({ hasText: 'Заявки в работе' })
      await held.getByRole('row').nth(1).getByRole('checkbox').check()
      await held.getByRole('button', { name: 'Назначить вручную' }).click()
      const dialog = page.getByRole('dialog', { name: 'Назначить вручную' })
      await dialog.getByLabel('Найти сотрудника').fill(target.lastName)
      await dialog
        .getByRole('radio', { name: `${target.lastName} ${target.firstName}` })
        .first()
        .check()
      await dialog.getByLabel('Причина').fill('Уходит в отпуск')
      await dialog.getByRole('button', { name: 'Назначить', exact: true }).click()
      await page.getByText('Назначено: 1 заявка').waitFor()
    })
  })
})
