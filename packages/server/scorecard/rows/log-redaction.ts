import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BankUnderTest } from '../bank-under-test.ts'
import { type Check, firstOf } from '../check.ts'

interface Canary {
  readonly surname: string
  readonly number: string
}

/** Thirty persons whose surnames exist nowhere else. */
const canaries = (count: number): Canary[] => {
  const run = Date.now().toString(36)
  const letters = 'бвгджзклмнпрст'
  return Array.from({ length: count }, (_, n) => ({
    surname: `Канарейк${letters[n % letters.length]}${letters[(n * 5 + 3) % letters.length]}ов${n}`,
    number: `CAN-${run}-${n}`,
  }))
}

/** Puts every canary where a person's data travels: intake, searches, wrong bodies, addresses, the sign-in page. */
async function letThemFly(bank: BankUnderTest, birds: readonly Canary[]): Promise<void> {
  const [sample] = await bank.sql<Record<string, string>>(
    `SELECT programme, level_code AS level, coalesce(outside_status, 'UNDERWRITING') AS status, region_code AS region, partner_id AS "partnerId", type
      FROM application WHERE type = 'nis' AND closed_at IS NULL LIMIT 1`,
  )
  for (const { surname, number } of birds) {
    const clientName = `${surname} Иван Иванович`
    await bank.send('POST', '/api/application/intake', { body: { ...sample, number, clientName } })
    await bank.send('POST', '/api/application/intake', {
      body: { ...sample, number: `${number}x`, clientName, region: '??' },
    })
    await bank.send('POST', '/api/search', { body: { text: surname } })
    await bank.send('POST', '/api/application/queue', { body: { search: surname } })
    await bank.send('POST', '/api/partner/nis/findEmployeesByFullName', { body: { fullName: surname } })
    await bank.send('POST', '/api/partner/nis/list', { body: { regions: surname } })
    await bank.send('POST', '/api/partner/nis/list', { raw: `{"ids": [${surname}` })
    await bank.send('GET', `/api/employee/getUserByLogin?login=${encodeURIComponent(surname)}`)
    await bank.send('GET', `/api/nowhere/${encodeURIComponent(surname)}`)
    await bank.send('GET', `/list-workload-employees/nis?text=${encodeURIComponent(surname)}`, {
      login: null,
    })
    await bank.send('POST', '/auth/realms/ipoteka/protocol/openid-connect/token', {
      login: null,
      raw: `grant_type=password&client_id=apix&username=${encodeURIComponent(surname)}&password=${encodeURIComponent(surname)}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  }
}

/** Where in the texts a canary shows: as it is, as JSON escapes or percent-encoded. */
function sightings(texts: ReadonlyMap<string, string>, birds: readonly Canary[]): string[] {
  const faults: string[] = []
  for (const [name, text] of texts)
    for (const { surname } of birds) {
      const forms = [surname, encodeURIComponent(surname), JSON.stringify(surname).slice(1, -1)]
      const form = forms.find((each) => text.includes(each))
      if (form === undefined) continue
      const at = text.indexOf(form)
      faults.push(`${name}: …${text.slice(Math.max(0, at - 60), at + 20).replaceAll('\n', ' ')}…`)
    }
  return faults
}

async function readTraces(bank: BankUnderTest): Promise<Map<string, string>> {
  const jobs = await bank
    .sql<{ data: string }>(
      "SELECT coalesce(data::text, '') || coalesce(output::text, '') AS data FROM pgboss.job",
    )
    .catch(() => [])
  const live = await bank
    .sql<{ data: string }>('SELECT payload::text AS data FROM live_event')
    .catch(() => [])
  return new Map([
    ['журнал сервера', readFileSync(bank.product.logFile, 'utf8')],
    ['журнал PostgreSQL', readFileSync(join(bank.product.dataDir, 'postgres/postgres.log'), 'utf8')],
    ['задания', jobs.map((row) => row.data).join('\n')],
    ['живые сообщения', live.map((row) => row.data).join('\n')],
  ])
}

export const logChecks: Check[] = [
  {
    row: 40,
    title: 'персональные данные в журналах и заданиях: 30 канареек',
    release: true,
    async run(bank, extent) {
      const birds = canaries(extent.of(30, 3))
      await letThemFly(bank, birds)
      await sleep(1_500)
      const texts = await readTraces(bank)
      const faults = sightings(texts, birds)
      const size = [...texts.values()].reduce((sum, text) => sum + text.length, 0)
      if ((texts.get('журнал сервера') ?? '').length === 0) faults.push('журнал пуст: проверять нечего')
      const planted = sightings(new Map([['подложено', `{"clientName":"${birds.at(-1)?.surname}"}`]]), birds)
      return {
        measured: `${birds.length} человек × 11 вызовов, просмотрено ${(size / 1_000).toFixed(0)} кБ следов`,
        faults: firstOf([...new Set(faults)]),
        control: { planted: 'строка журнала с фамилией', found: planted.length === 1 },
        notRun: ['трассы OpenTelemetry: не включены'],
      }
    },
  },
]
