import { monitorEventLoopDelay } from 'node:perf_hooks'
import { PriceQuestion } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { OptionContent, PromotionContent } from '@ipoteka-office/contract/products/version/version-content.ts'
import { caseEngine } from '#case-behaviours.ts'
import { type Db, openDatabase } from '#db/database.ts'
import { deliverBasics } from '#db/seed/delivery.ts'
import { createTaskRunner } from '#features/notifications/run-task.service.ts'
import { ParameterReader } from '#features/parameters/parameter-reader.service.ts'
import { CatalogueReader } from '#features/products/pricing/catalogue-reader.ts'
import { impactWork } from '#features/products/impact/impact-work.service.ts'
import { impactWorkName } from '#features/products/impact/impact.service.ts'
import { insertProduct, insertVersion } from '#features/products/products.repo.ts'
import { ReferenceReader } from '#features/references/reference-reader.service.ts'
import { DiskStore } from '#files/disk-store.ts'
import { findActor } from '#http/session/session.ts'
import { systemClock } from '#lib/bank-time.ts'
import { type BenchDatabase, type Query, startBenchDatabase } from '../database.ts'
import { bigProduct } from './catalogue.ts'
import { type ListsMeasured, measureLists } from './lists.ts'

export const openCases = 300_000
const admin = 1

const names = (name: string) => ({ staff: name, client: name })

/** A product of 5 000 cells in force with ten options and five promotions, and a draft of its next version. */
async function fillCatalogue(db: Db, sql: Query): Promise<{ productId: number; draftId: number }> {
  const at = new Date()
  const made = { lending: 'MORTGAGE', typeCode: '2', department: 'OIC', ownerId: admin, at } as const
  const productId = await insertProduct(db, { ...made, kind: 'PRODUCT', code: 'IMPACT' })
  await insertVersion(db, { productId, content: bigProduct(1), authorId: admin, at })
  for (let one = 0; one < 10; one += 1) {
    const id = await insertProduct(db, { ...made, kind: 'OPTION', code: `OPTION-${one}` })
    const content = OptionContent.parse({
      kind: 'OPTION',
      names: names(`Опция ${one}`),
      audience: {},
      effect: { points: '-0.1' },
      productIds: [productId],
    })
    await insertVersion(db, { productId: id, content, authorId: admin, at })
  }
  for (let one = 0; one < 5; one += 1) {
    const id = await insertProduct(db, { ...made, kind: 'PROMOTION', code: `PROMOTION-${one}` })
    const content = PromotionContent.parse({
      kind: 'PROMOTION',
      names: names(`Акция ${one}`),
      audience: {},
      effect: { points: '-0.2', bestOf: 'client' },
      productIds: [productId],
      condition: { kind: 'fact', fact: 'salaryClient', predicate: 'EQ', value: true },
      period: { from: '2026-01-01', to: '2099-12-31' },
    })
    await insertVersion(db, { productId: id, content, authorId: admin, at })
  }
  await sql(`UPDATE product_version SET state = 'RELEASED', valid_from = '2020-01-01', released_at = now(), released_by = 1,
    in_force = daterange('2020-01-01', NULL)`)
  await insertVersion(db, { productId, content: bigProduct(40), authorId: admin, at })
  const [draft] = await sql<{ id: number }>(`SELECT id FROM product_version WHERE state = 'DRAFT'`)
  return { productId, draftId: draft?.id ?? 0 }
}

/** Applications in work of the last three months, each with the price it was given; sums, terms and clients differ. */
async function fillOpenCases(sql: Query, productId: number): Promise<void> {
  const question = PriceQuestion.parse({
    lending: 'MORTGAGE',
    facts: { propertyPrice: '10000000', region: '77', lifeInsurance: true, incomeVerification: '2', age: 35 },
  })
  await sql(`SET session_replication_role = replica`)
  await sql(
    `INSERT INTO case_file (id, type, number, partner_id, client_name, amount, stage, created_at)
     SELECT 10000000 + g, 'FULL_APPLICATION', 'И-' || g, p.ids[1 + g % cardinality(p.ids)], 'Петров Иван', 3000000 + g % 500 * 10000,
       'UNDERWRITING', now() - make_interval(days => g % 90)
     FROM generate_series(1, $1::int) g, (SELECT array_agg(id) AS ids FROM partner) p`,
    [openCases],
  )
  await sql(
    `INSERT INTO case_price (case_id, product_id, version_id, question, answer, rate, at)
     SELECT f.id, $1, (SELECT id FROM product_version WHERE product_id = $1 AND state = 'RELEASED'),
       $2::jsonb || jsonb_build_object('receivedOn', f.created_at::date, 'partnerId', f.partner_id, 'facts', $2::jsonb -> 'facts'
         || jsonb_build_object('amount', f.amount::text, 'termMonths', 120 + f.id % 200, 'salaryClient', f.id % 2 = 0)),
       '{}'::jsonb, 18 + (f.id % 97) * 0.01, f.created_at
     FROM case_file f WHERE f.id > 10000000`,
    [productId, JSON.stringify(question)],
  )
  await sql(`SET session_replication_role = DEFAULT`)
  // The triggers that count were out of force.
  await sql('SELECT retally_product_cases()')
  await sql('ANALYZE case_file')
  await sql('ANALYZE case_price')
}

export interface ImpactMeasured {
  readonly seconds: number
  /** How long others wait for the process at most, milliseconds: ninety nine of a hundred and the longest. */
  readonly delay: { readonly p99: number; readonly max: number }
  readonly looked: number
  readonly lists: readonly ListsMeasured[]
}

async function measure(database: BenchDatabase): Promise<ImpactMeasured> {
  const onError = (error: unknown) => console.error(error)
  const connectionString = database.url
  const { db, close } = openDatabase({ connectionString, poolSize: 4, queryTimeout: 0, onError })
  await deliverBasics(db)
  const clock = systemClock('Europe/Moscow')
  const references = new ReferenceReader({ db, connectionString, clock, onError })
  await references.start()
  const parameters = new ParameterReader({ db, connectionString, onError })
  await parameters.start()
  const engine = caseEngine({ clock, references, parameters })
  const { productId, draftId } = await fillCatalogue(db, database.sql)
  await fillOpenCases(database.sql, productId)
  const actor = await findActor(db, admin)
  if (actor === null) throw new Error('The bench has no administrator')
  const [impact] = await database.sql<{ id: number }>(
    `INSERT INTO product_impact (product_id, version_id, content_version, author_id, started_at, total)
     VALUES ($1, $2, 1, 1, now(), $3) RETURNING id`,
    [productId, draftId, openCases],
  )
  const [task] = await database.sql<{ id: number }>(
    `INSERT INTO background_task (employee_id, kind, title, total, payload) VALUES (1, 'work', 'Что изменится', $1, $2) RETURNING id`,
    [openCases, JSON.stringify({ work: impactWorkName, input: { impactId: impact?.id } })],
  )
  const work = impactWork({ clock, parameters, references, engine, catalogues: new CatalogueReader() })
  const files = new DiskStore('/tmp')
  const runner = createTaskRunner({ db, files, findActor, works: { [impactWorkName]: work }, onError })
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const signal = new AbortController().signal
  const start = performance.now()
  delay.enable()
  await runner({ taskId: task?.id ?? 0 }, { id: 'job', attempt: 1, isLastAttempt: true, signal })
  delay.disable()
  const seconds = (performance.now() - start) / 1000
  const [counted] = await database.sql<{ looked: number }>(
    'SELECT looked FROM product_impact WHERE finished_at IS NOT NULL',
  )
  // The catalogue that it fills has names alone: nothing can be priced by it.
  const lists = await measureLists(db, database.sql, { productId, actor })
  await references.close()
  await parameters.close()
  await close()
  return {
    seconds,
    delay: { p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 },
    looked: counted?.looked ?? 0,
    lists,
  }
}

/** How long it takes to price every open case of a product by its next version. */
export async function measureImpact(): Promise<ImpactMeasured> {
  const database = await startBenchDatabase()
  try {
    return await measure(database)
  } finally {
    await database.stop()
  }
}
