import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

const source = 'Учебный банк: сведения выдуманы'
const words = {
  'bank-license': '№ 0000 от 01.01.2020 (учебная)',
  'bank-policy': 'https://bank.example/personal-data',
}

/** What the demo bank says of itself to clients. */
export async function seedDemoBankWords(db: Db): Promise<void> {
  await sql`INSERT INTO parameter_value (parameter_id, valid_from, value, source, reason, delivered)
    SELECT p.id, '2020-01-01', w.value, ${source}, 'Поставлено с учебным банком', true
    FROM jsonb_each(${JSON.stringify(words)}::text::jsonb) AS w (code, value) JOIN parameter p ON p.code = w.code
    ON CONFLICT DO NOTHING`.execute(db)
}
