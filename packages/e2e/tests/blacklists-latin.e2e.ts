import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { describe } from 'vitest'
import type { Bank } from '#bank.ts'
import { expect, test } from '#fixtures.ts'
import { ownUnderwriting } from '#own-underwriting.ts'
import { decideSubjects } from '#subjects.ts'

/** Nobody else of the demo bank is called so: what is written down of her holds no other application. */
const cyrillic = { lastName: 'Щукарёва', firstName: 'Юлиана', middleName: 'Ефимовна' }
/** The same as a passport spells it. */
const latin = { lastName: 'SHCHUKAREVA', firstName: 'IULIANA', middleName: 'EFIMOVNA' }

async function suspect(bank: Bank, id: number): Promise<void> {
  const { version } = await bank.call<CaseHead>('GET', `/case/${id}`, undefined, 'underwriter')
  const comment = 'Работодатель справку не подтвердил'
  await bank.call('POST', `/case/${id}/move`, { action: 'suspectFraud', version, comment }, 'underwriter')
}

describe('somebody whose fraud was confirmed', () => {
  test('is listed by two people, and is known again with other papers under a Latin spelling', {
    timeout: 240_000,
  }, async ({ office, bank }) => {
    // A day of a run of its own: what a former run has listed is somebody else.
    const birthDate = Temporal.PlainDate.from('1978-01-01')
      .add({ days: Date.now() % 5_000 })
      .toString()
    const first = await ownUnderwriting(bank, { person: { ...cyrillic, birthDate } })
    await suspect(bank, first)

    const security = await office.openAs('security', `/underwriting-fraud/${first}`)
    await security.getByRole('button', { name: 'Дать вердикт' }).click()
    const verdict = security.getByRole('dialog', { name: 'Вердикт о мошенничестве' })
    await verdict.getByRole('radio', { name: 'Мошенничество подтверждено' }).check()
    // The firm and the phone belong to other people too: she alone is listed.
    const listed = verdict.getByRole('group', { name: /^Кого внести/ })
    await listed.getByRole('checkbox', { name: /^Щукарёва/, checked: true }).waitFor()
    await listed.getByRole('checkbox', { name: /^ООО/ }).uncheck()
    await listed.getByRole('checkbox', { name: /^\+7/ }).uncheck()
    await verdict.getByLabel('На чём основан вердикт').fill('Справка о доходах поддельная')
    await verdict.getByRole('button', { name: 'Записать вердикт' }).click()
    await security.getByText('Вердикт записан').waitFor()
    // The verdict has closed the way back: the head leads to the refusal.
    await security.locator('header.card').getByRole('button', { name: 'Подтверждено', exact: true }).click()
    await security.waitForURL(/underwriting-total/)
    const decision = security.getByRole('form', { name: 'Решение', exact: true })
    await decision.getByRole('combobox', { name: 'Причины' }).fill('Недостоверн')
    await security.getByRole('option').first().click()
    await decision.getByLabel('Обоснование').fill('Мошенничество подтверждено')
    await decision.getByRole('button', { name: /^Подтверждено/ }).click()
    await security.getByText('Подтверждено: записано. Этап: Отказ').waitFor()

    await office.go(security, `/underwriting-fraud/${first}?part=verdicts`)
    const entry = security.getByRole('region', { name: 'Вердикты' }).getByRole('link')
    await entry.click()
    await security.waitForURL(/individuals\/view\/\d+$/)
    const path = new URL(security.url()).pathname
    await security.getByRole('button', { name: 'На подтверждение' }).click()
    await security.getByRole('dialog').getByRole('button', { name: 'На подтверждение', exact: true }).click()
    await security.getByText('На подтверждении').first().waitFor()
    expect(await security.getByRole('button', { name: 'Подтвердить' }).count()).toBe(0)
    const second = await office.openAs('compliance', path)
    await second.getByRole('button', { name: 'Подтвердить' }).click()
    await second.getByRole('dialog').getByRole('button', { name: 'Подтвердить', exact: true }).click()
    await second.getByText('Действует', { exact: true }).first().waitFor()

    const again = await ownUnderwriting(bank, { person: { ...latin, birthDate } })
    const page = await office.openAs('underwriter', `/underwriting-auto-checks/${again}`)
    await page.getByRole('button', { name: /^Есть замечание\. Чёрный список: человек/ }).click()
    const hit = page.getByRole('dialog').getByRole('list', { name: 'Совпадения с чёрными списками' })
    await hit.getByText(/Фамилия: написание латиницей/).waitFor()
    await hit.getByRole('row', { name: /Щукарёва Юлиана Ефимовна.*Shchukareva/i }).waitFor()
    // Nobody approves while it is open who it is.
    await decideSubjects(bank, again, 'underwriter')
    await page.keyboard.press('Escape')
    await office.go(page, `/underwriting-total/${again}`)
    const form = page.getByRole('form', { name: 'Решение', exact: true })
    expect(await form.getByRole('radio', { name: 'Одобрить' }).isDisabled()).toBe(true)
    await form
      .getByText(/по совпадению нет вердикта/)
      .first()
      .waitFor()
  })
})
