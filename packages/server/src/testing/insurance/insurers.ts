import {
  decideDistribution,
  createDistribution,
  saveDistribution,
  sendDistribution,
} from '@ipoteka-office/contract/insurance/distributions.ts'
import { decideTariff, type TariffCard, uploadTariff } from '@ipoteka-office/contract/insurance/tariffs.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { formOf } from '../documents.ts'
import { testInn, testOgrn } from '../partner-data.ts'
import type { TestApp } from '../test-app.ts'
import { sendForm } from '../uploads.ts'

/** An insurer of the tests. */
export interface TestInsurer {
  readonly id: number
  readonly inn: string
}

/** Makes a partner an accredited insurer; `until` in the past: its accreditation has ended. */
export async function makeInsurer(db: Db, serial: number, until: string | null = null): Promise<TestInsurer> {
  const inn = testInn(700 + serial)
  const { rows } = await sql<{ id: number }>`
    INSERT INTO partner (short_name, full_name, inn, ogrn, region_code, business_profile_codes)
    VALUES (${`Страховщик ${serial}`}, ${`ООО «Страховщик ${serial}»`}, ${inn}, ${testOgrn(700 + serial)}, '77', '{INSURER}')
    RETURNING id`.execute(db)
  const id = rows[0]?.id ?? 0
  await sql`WITH r AS (INSERT INTO partner_role (partner_id, role_code) VALUES (${id}, 'Insurer') RETURNING id)
    INSERT INTO accreditation (partner_id, partner_role_id, type_code, date_from, date_to)
    SELECT ${id}, r.id, 'INSURER', '2020-01-01', ${until}::date FROM r`.execute(db)
  return { id, inn }
}

const headings =
  'ИНН страховщика;Вид страхования;Программа;Возраст от;Возраст до;Пол;Сфера деятельности;Тип объекта;Год постройки от;Год постройки до;Материал стен;Тариф, % в год;Минимальная премия;Действует с;Действует по'

/** A file of an insurer as CSV: each line after the ИНН as it is typed. */
export const tariffCsv = (inn: string, ...lines: string[]): string =>
  [headings, ...lines.map((line) => `${inn};${line}`)].join('\r\n')

/** A life tariff of one rate, loaded by one and agreed to by another. */
export async function makeTariff(bank: TestApp, { inn }: TestInsurer, rate: string): Promise<void> {
  const file = Buffer.from(tariffCsv(inn, `LIFE;;;;;;;;;;${rate};;01.01.2026;`))
  const { body } = await sendForm(bank, uploadTariff.path, formOf('тариф.csv', file), 'workload')
  const { id, version } = body as unknown as TariffCard
  const decided = { action: 'approve' as const, version }
  await bank.call(decideTariff, { params: { id: String(id) }, body: decided }, { as: 'uw-head' })
}

/** Shares of life insurance in force from the bank's day on, written by one and agreed to by another. */
export async function makeDistribution(
  bank: TestApp,
  shares: readonly (readonly [TestInsurer, number])[],
  validFrom = '2026-11-24',
): Promise<number> {
  const body = { lending: 'MORTGAGE' as const, title: 'Доли', validFrom, fromId: null }
  const made = await bank.call(createDistribution, { body }, { as: 'workload' })
  const params = { id: String(made.body.id) }
  const cells = shares.map(([{ id: insurerId }, share]) => ({
    ...{ insurerId, share, maxContracts: null, maxSum: null, ageFrom: null, ageTo: null, objects: [] },
  }))
  const rows = [{ type: 'LIFE' as const, region: null, branchId: null, product: null, cells }]
  const draft = { title: 'Доли', validFrom, content: { rows }, version: 1 }
  await bank.call(saveDistribution, { params, body: draft }, { as: 'workload' })
  await bank.call(sendDistribution, { params, body: { action: 'submit', version: 2 } }, { as: 'workload' })
  await bank.call(decideDistribution, { params, body: { action: 'approve', version: 3 } }, { as: 'uw-head' })
  return made.body.id
}
