import { openDatabase, type Db } from '#db/database.ts'
import { Chance } from '#db/seed/generator.ts'
import type { Subject } from '#features/blacklists/matching/matching.rules.ts'
import { searchBlacklists } from '#features/blacklists/matching/matching.service.ts'
import { fillEntries } from '#testing/blacklist/fill-entries.ts'
import { measureFalseHits, measureRecall, wholeFacts } from '#testing/blacklist/measure.ts'
import { madePerson } from '#testing/blacklist/people.ts'
import { type BenchDatabase, startBenchDatabase } from '../database.ts'
import { number, quantile, type Section, table } from '../report.ts'

/** `--small` proves the bench itself. */
const isSmall = process.argv.includes('--small')
const scale = isSmall ? 50_000 : 1_000_000
const applications = 500
const participants = 4
const distorted = 4_000
const strangers = 10_000
const limits = { p95: 50, oneError: 98, twoErrors: 90, falsePerThousand: 1 }

/** Keys and constraints come after the rows: row by row they took most of the time. */
const withoutIndexes = `
  ALTER TABLE blacklist_entry DISABLE TRIGGER USER;
  ALTER TABLE blacklist_match_key DROP CONSTRAINT blacklist_match_key_pkey;
  ALTER TABLE blacklist_match_key DROP CONSTRAINT blacklist_match_key_entry_id_fkey;
  DROP INDEX blacklist_match_key_entry;
  ALTER TABLE blacklist_content DROP CONSTRAINT blacklist_content_entry_id_fkey;`
const withIndexes = `
  SET maintenance_work_mem = '1GB';
  ALTER TABLE blacklist_match_key ADD PRIMARY KEY (kind, value, entry_id);
  CREATE INDEX blacklist_match_key_entry ON blacklist_match_key (entry_id);
  ALTER TABLE blacklist_entry ENABLE TRIGGER USER;
  ANALYZE;`

async function fill(database: BenchDatabase, db: Db) {
  const [{ id } = { id: 0 }] = await database.sql<{ id: number }>('SELECT min(id) AS id FROM employee')
  await database.sql(withoutIndexes)
  const entries = await fillEntries(db, id, new Chance(16), scale, distorted)
  await database.sql(withIndexes)
  return entries
}

/** What is asked when an application comes: each participant, their employer and their phone. */
function subjectsOf(chance: Chance): Subject[] {
  return Array.from({ length: participants }, () => madePerson(chance)).flatMap((person): Subject[] => [
    { kind: 'individuals', facts: wholeFacts(person) },
    {
      kind: 'legalPersons',
      facts: { names: ['ООО «Ромашка»'], inn: person.inn.slice(2), ogrn: null, regionCode: '77' },
    },
    { kind: 'phones', facts: { phones: [person.phone] } },
  ])
}

async function measureSearch(db: Db, count: number): Promise<number[]> {
  const chance = new Chance(17)
  const milliseconds: number[] = []
  for (let turn = 0; turn < count; turn += 1) {
    const subjects = subjectsOf(chance)
    const begun = performance.now()
    await searchBlacklists(db, subjects, '2026-06-01')
    milliseconds.push(performance.now() - begun)
  }
  return milliseconds
}

const percent = (share: number) => `${number(share * 100, 2)} %`

/** Matching of new applications against a list of a million. */
export async function benchBlacklists(): Promise<Section> {
  const database = await startBenchDatabase()
  const { db, close } = openDatabase({ connectionString: database.url, poolSize: 2, queryTimeout: 0 })
  try {
    const begun = performance.now()
    const entries = await fill(database, db)
    console.log(`заполнено за ${number((performance.now() - begun) / 1_000)} с`)
    await measureSearch(db, 100)
    const times = await measureSearch(db, applications)
    const one = await measureRecall(db, new Chance(18), entries, 1)
    const two = await measureRecall(db, new Chance(19), entries, 2)
    const wrong = await measureFalseHits(db, new Chance(20), strangers)
    const p95 = quantile(times, 0.95)
    const rows = [...one.byKind].map(([name, { asked, found }]) => [
      name,
      number(asked),
      percent(found / asked),
    ])
    const worst = [...two.byKind]
      .toSorted(([, a], [, b]) => a.found / a.asked - b.found / b.asked)
      .slice(0, 5)
      .map(([name, { asked, found }]) => [name, number(asked), percent(found / asked)])
    return {
      title: 'Чёрные списки: сопоставление',
      markdown: `${number(scale)} действующих записей о выдуманных людях, имена по частоте, как в жизни. Новая заявка — ${participants} участника, у каждого проверяются он сам, работодатель и телефон: p50 ${number(quantile(times, 0.5), 1)} мс, p95 ${number(p95, 1)} мс, p99 ${number(quantile(times, 0.99), 1)} мс (граница p95 — ${limits.p95} мс). Найдено по одним ФИО и дате рождения, без номеров: с одним искажением ${percent(one.share)} (граница ${limits.oneError} %), с двумя ${percent(two.share)} (граница ${limits.twoErrors} %). Посторонних, на которых сработала чья-то запись, на тысячу: по анкете с номерами ${number(wrong.whole, 2)} (граница ${limits.falsePerThousand}), по одним ФИО и дате ${number(wrong.byName, 2)}.${isSmall ? ' Уменьшенный прогон: проверка самого измерения.' : ''}

${table(['одно искажение', 'людей', 'найдено'], rows)}

${table(['худшие из двух искажений', 'людей', 'найдено'], worst)}`,
      missed: [
        ...(p95 < limits.p95 ? [] : [`сопоставление: p95 ${number(p95, 1)} мс`]),
        ...(one.share * 100 >= limits.oneError ? [] : [`одно искажение: найдено ${percent(one.share)}`]),
        ...(two.share * 100 >= limits.twoErrors ? [] : [`два искажения: найдено ${percent(two.share)}`]),
        ...(wrong.whole <= limits.falsePerThousand ? [] : [`ложных на тысячу ${number(wrong.whole, 2)}`]),
      ],
    }
  } finally {
    await close()
    await database.stop()
  }
}
