import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { testInn, testOgrn } from '../partner-data.ts'

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
