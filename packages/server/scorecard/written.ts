import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Approver, ApproverType } from '@ipoteka-office/contract/approvers/approvers.ts'
import type { Upload } from '@ipoteka-office/contract/uploads/uploads.ts'
import { DiskStore } from '#files/disk-store.ts'
import { formOf } from '#testing/documents.ts'
import { pdf } from '#testing/file-specimens.ts'
import type { BankUnderTest } from './bank-under-test.ts'
import type { Extent } from './check.ts'

const type: ApproverType = 'nis'

/** What a bank has answered, and so must still know after a blow. */
export interface Written {
  /** Approver → the highest version whose save was answered. */
  readonly versions: Map<number, { version: number; limit: number }>
  /** Numbers of applications whose intake was answered. */
  readonly numbers: Set<string>
  /** Numbers of intakes that were never answered. */
  readonly unanswered: string[][]
  /** Items of uploads whose file was answered as received whole. */
  readonly uploads: Set<number>
}

const nothingWritten = (): Written => ({
  versions: new Map(),
  numbers: new Set(),
  unanswered: [],
  uploads: new Set(),
})

async function keepSaving(bank: BankUnderTest, approver: Approver, written: Written, goesOn: () => boolean) {
  let current = approver
  for (let limit = 20; goesOn(); limit = 20 + ((limit + 1) % 50)) {
    const path = `/api/partner/${type}/${approver.id}`
    const answer = await bank
      .send('PUT', path, { body: { ...current, mortgageApplicationsLimit: limit } })
      .catch(() => null)
    if (answer === null) return
    if (answer.status === 200) {
      current = JSON.parse(answer.text) as Approver
      written.versions.set(approver.id, { version: current.version, limit })
    } else if (answer.status === 409) current = JSON.parse(answer.text).current as Approver
    else await sleep(20)
  }
}

async function keepTakingIn(bank: BankUnderTest, round: string, written: Written, goesOn: () => boolean) {
  const [partner] = await bank.sql<{ id: number }>('SELECT id FROM partner ORDER BY id LIMIT 1')
  const [sample] = await bank.sql<{
    level_code: string
    outside_status: string
    region_code: string
    programme: string
  }>(
    `SELECT level_code, outside_status, region_code, programme FROM application WHERE type = $1 AND closed_at IS NULL LIMIT 1`,
    [type],
  )
  for (let n = 0; goesOn(); n += 1) {
    const numbers = Array.from({ length: 20 }, (_, i) => `CR-${round}-${n}-${i}`)
    const body = numbers.map((number) => ({
      number,
      clientName: 'Проверкин Устойчив Сбоевич',
      programme: sample?.programme ?? 'Военная ипотека',
      type,
      level: sample?.level_code ?? 'LEVEL_2',
      status: sample?.outside_status ?? 'UNDERWRITING',
      partnerId: partner?.id ?? 1,
      region: sample?.region_code ?? '77',
    }))
    const answer = await bank.send('POST', '/api/application/intake', { body }).catch(() => null)
    if (answer === null) {
      written.unanswered.push(numbers)
      return
    }
    if (answer.status !== 200) continue
    const { results } = JSON.parse(answer.text) as { results: { number: string; outcome: string }[] }
    for (const { number, outcome } of results) if (outcome === 'ACCEPTED') written.numbers.add(number)
  }
}

/** Brings files of a size that one part holds; an answer says that the bytes are safe. */
async function keepUploading(bank: BankUnderTest, written: Written, goesOn: () => boolean) {
  const [owner] = await bank.sql<{ id: number }>(
    `SELECT owner_id AS id FROM document_owner WHERE owner_type = 'APPLICATION' ORDER BY owner_id LIMIT 1`,
  )
  while (goesOn()) {
    const content = pdf({}, randomUUID())
    const files = [{ name: 'Справка.pdf', size: content.length }]
    const body = { ownerType: 'APPLICATION', ownerId: owner?.id, files }
    const begun = await bank.send('POST', '/api/document/multiupload', { body }).catch(() => null)
    if (begun === null) return
    const { uid, items } = begun.status === 200 ? (JSON.parse(begun.text) as Upload) : { uid: '', items: [] }
    const [item] = items
    if (item === undefined) {
      await sleep(50)
      continue
    }
    const { headers, payload } = formOf('part', content)
    const sent = await bank
      .send('POST', `/api/document/multiupload/${uid}?item=${item.item}&offset=0`, { raw: payload, headers })
      .catch(() => null)
    if (sent === null) return
    if (sent.status === 200) written.uploads.add(item.item)
  }
}

/** Begins saves, intakes and uploads that go on until `end`; resolves when something of each kind has been answered. */
export async function startWriting(
  bank: BankUnderTest,
  round: string,
  extent: Extent,
): Promise<{ written: Written; end(): Promise<void> }> {
  const written = nothingWritten()
  const approvers = await bank.activeApprovers(type, extent.of(100, 10))
  let on = true
  const goesOn = () => on
  const work = [
    // Two writers an approver: 200 saves are under way at any moment.
    ...[...approvers, ...approvers].map((approver) => keepSaving(bank, approver, written, goesOn)),
    keepTakingIn(bank, round, written, goesOn),
    keepUploading(bank, written, goesOn),
  ]
  await sleep(extent.of(2_500, 300) + Math.random() * extent.of(1_500, 300))
  // A busy machine takes its time; without an answered write of each kind there is nothing to lose.
  const patience = performance.now() + 20_000
  while ([written.numbers, written.versions, written.uploads].some(({ size }) => size === 0))
    if (performance.now() < patience) await sleep(50)
    else break
  return {
    written,
    async end() {
      on = false
      await Promise.all(work)
    },
  }
}

/** Files that rows hold and the disk does not, or not as they were. */
async function lostFiles(bank: BankUnderTest, written: Written): Promise<string[]> {
  const faults: string[] = []
  const items = await bank.sql<{ id: number }>(
    `SELECT id FROM upload_item WHERE id = ANY($1) AND (received = size OR state IN ('CHECKING', 'DONE'))`,
    [[...written.uploads]],
  )
  if (items.length < written.uploads.size)
    faults.push(`загрузок отвечено ${written.uploads.size}, в базе ${items.length}`)
  const files = new DiskStore(join(bank.product.dataDir, 'files'))
  const named = () => bank.sql<{ key: string }>('SELECT key FROM stored_key WHERE NOT missing')
  const gone: string[] = []
  for (const { key } of await named()) if ((await files.find(key)) === null) gone.push(key)
  // Parts of an upload are put together meanwhile: whose row has gone too is not missed.
  const still = new Set((await named()).map(({ key }) => key))
  faults.push(...gone.filter((key) => still.has(key)).map((key) => `файла ${key} нет на диске`))
  const recent = await bank.sql<{ key: string; sha256: string }>(
    'SELECT key, sha256 FROM stored_object ORDER BY created_at DESC LIMIT 200',
  )
  for (const { key, sha256 } of recent) {
    if ((await files.find(key)) === null) continue
    const hash = createHash('sha256')
    for await (const part of await files.open(key)) hash.update(part)
    if (hash.digest('hex') !== sha256) faults.push(`файл ${key} не тот, что был принят`)
  }
  return faults
}

/** What is missing or half there after the restart. */
export async function compare(bank: BankUnderTest, written: Written): Promise<string[]> {
  const faults: string[] = []
  const approvers = await bank.sql<{ id: number; version: number; max_open: number }>(
    'SELECT id, version, max_open FROM approver WHERE id = ANY($1)',
    [[...written.versions.keys()]],
  )
  for (const row of approvers) {
    const known = written.versions.get(row.id)
    if (known === undefined) continue
    if (row.version < known.version)
      faults.push(`согласующий ${row.id}: отвечена версия ${known.version}, в базе ${row.version}`)
    if (row.version === known.version && row.max_open !== known.limit)
      faults.push(`согласующий ${row.id}: отвечен лимит ${known.limit}, в базе ${row.max_open}`)
  }
  const stored = await bank.sql<{ number: string }>('SELECT number FROM application WHERE number = ANY($1)', [
    [...written.numbers],
  ])
  const found = new Set(stored.map((row) => row.number))
  for (const number of written.numbers)
    if (!found.has(number)) faults.push(`заявка ${number} принята и потеряна`)
  for (const numbers of written.unanswered) {
    const [row] = await bank.sql<{ count: number }>(
      'SELECT count(*)::int AS count FROM application WHERE number = ANY($1)',
      [numbers],
    )
    if (row !== undefined && row.count !== 0 && row.count !== numbers.length)
      faults.push(`приём без ответа записан наполовину: ${row.count} из ${numbers.length}`)
  }
  return [...faults, ...(await lostFiles(bank, written)), ...(await halfWrites(bank))]
}

/** Rows that contradict each other: a half of a transaction would leave them. */
async function halfWrites(bank: BankUnderTest): Promise<string[]> {
  const rules: [text: string, sql: string][] = [
    [
      'лимит согласующего не тот, что в последней записи истории',
      `SELECT a.id::text AS what FROM approver a CROSS JOIN LATERAL
        (SELECT h.new_values ->> 'max_open' AS last FROM change_history h
          WHERE h.object_type = 'approver' AND h.object_id = a.id AND h.new_values ? 'max_open'
          ORDER BY h.id DESC LIMIT 1) h WHERE h.last IS DISTINCT FROM a.max_open::text`,
    ],
    [
      'счётчик нагрузки расходится с заявками',
      `SELECT w.approver_id::text AS what FROM approver_workload w WHERE w.open_count <>
        (SELECT count(*) FROM application p WHERE p.approver_id = w.approver_id AND p.closed_at IS NULL)`,
    ],
    [
      'назначенная заявка без события назначения',
      `SELECT p.number AS what FROM application p WHERE p.number LIKE 'CR-%' AND p.approver_id IS NOT NULL AND NOT EXISTS
        (SELECT FROM assignment s WHERE s.application_id = p.id AND s.approver_id = p.approver_id)`,
    ],
  ]
  const faults: string[] = []
  for (const [text, sql] of rules) {
    const rows = await bank.sql<{ what: string }>(sql)
    if (rows.length > 0) faults.push(`${text}: ${rows.length} (${rows[0]?.what})`)
  }
  return faults
}

/** Removes an answered write behind the product's back: the comparison must notice. */
export async function plantLoss(bank: BankUnderTest, written: Written): Promise<boolean> {
  const number = [...written.numbers][0]
  if (number === undefined) return false
  await bank.sql('UPDATE application SET number = number || $2 WHERE number = $1', [number, '-lost'])
  const seen = (await compare(bank, written)).some((fault) => fault.includes(number))
  await bank.sql('UPDATE application SET number = $1 WHERE number = $1 || $2', [number, '-lost'])
  return seen
}
