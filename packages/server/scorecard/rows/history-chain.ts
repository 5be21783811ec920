import type { Approver } from '@ipoteka-office/contract/approvers/approvers.ts'
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.gen.ts'
import { sealHistory, verifyHistory } from '#features/history/seals.service.ts'
import type { BankUnderTest } from '../bank-under-test.ts'
import { type Check, firstOf } from '../check.ts'

/** What somebody with the owner's password could do to the history. */
const edits: [name: string, sql: string][] = [
  [
    'изменено новое значение',
    `UPDATE change_history SET new_values = new_values || '{"max_open": 999}' WHERE id = $1`,
  ],
  [
    'изменено старое значение',
    `UPDATE change_history SET old_values = coalesce(old_values, '{}') || '{"max_open": 998}' WHERE id = $1`,
  ],
  ['другой автор', 'UPDATE change_history SET actor_id = coalesce(actor_id, 0) + 1 WHERE id = $1'],
  ['другое время', `UPDATE change_history SET at = at - interval '1 microsecond' WHERE id = $1`],
  ['другой объект', 'UPDATE change_history SET object_id = object_id + 100000 WHERE id = $1'],
  ['другая версия', 'UPDATE change_history SET version = version + 1 WHERE id = $1'],
  ['другой номер запроса', `UPDATE change_history SET request_id = 'forged' WHERE id = $1`],
  ['строка удалена', 'DELETE FROM change_history WHERE id = $1'],
  [
    'изменена вместе с хешем',
    `UPDATE change_history SET actor_id = 1, hash = sha256('forged') WHERE id = $1`,
  ],
  [
    'строка подложена',
    `INSERT INTO change_history (object_type, object_id, action, version, prev_hash, hash)
      SELECT object_type, object_id, 'UPDATE', version + 1, hash, sha256('forged') FROM change_history WHERE id = $1`,
  ],
  ['хвост обрезан', 'DELETE FROM change_history WHERE id >= $1'],
  [
    'печать удалена вместе со строками',
    'WITH s AS (DELETE FROM history_seal WHERE to_id < $1) DELETE FROM change_history WHERE id < $1',
  ],
]

async function tryEdits(db: Db, ids: readonly string[]): Promise<{ tried: number; unseen: string[] }> {
  const unseen: string[] = []
  let tried = 0
  for (const [name, text] of edits)
    for (const id of ids) {
      const undone = new Error('undo')
      await db
        .transaction()
        .execute(async (tx) => {
          const done = await tx.executeQuery(CompiledQuery.raw(text, [id]))
          tried += 1
          const verdict = await verifyHistory(tx)
          if (verdict.broken === null && (done.numAffectedRows ?? 0n) > 0n)
            unseen.push(`${name} (строка ${id})`)
          throw undone
        })
        .catch((error: unknown) => {
          if (error !== undone) throw error
        })
    }
  return { tried, unseen }
}

/** What the server's own role may not do to the history. */
async function forbiddenToTheServer(bank: BankUnderTest): Promise<string[]> {
  const faults: string[] = []
  for (const sql of [
    'UPDATE change_history SET actor_id = 1',
    'DELETE FROM change_history',
    `INSERT INTO change_history (object_type, object_id, action, hash) VALUES ('x', 1, 'INSERT', '')`,
    'TRUNCATE change_history',
    'UPDATE history_seal SET row_count = 0',
    'DELETE FROM history_seal',
    'DELETE FROM assignment',
    'ALTER TABLE change_history DISABLE TRIGGER ALL',
  ]) {
    const client = new pg.Client({ connectionString: bank.databaseUrl, options: '-c role=ipoteka_app' })
    await client.connect()
    const allowed = await client.query(`BEGIN; ${sql}; ROLLBACK`).then(
      () => true,
      () => false,
    )
    await client.end()
    if (allowed) faults.push(`роли сервера разрешено: ${sql}`)
  }
  return faults
}

async function someHistory(bank: BankUnderTest, count: number): Promise<void> {
  for (const approver of await bank.activeApprovers('nis', count)) {
    const body: Partial<Approver> = {
      ...approver,
      mortgageApplicationsLimit: (approver.mortgageApplicationsLimit ?? 0) + 1,
    }
    await bank.send('PUT', `/api/partner/nis/${approver.id}`, { body })
  }
}

export const historyChecks: Check[] = [
  {
    row: 41,
    title: 'история в той же транзакции, цепочка хешей',
    release: true,
    async run(bank, extent) {
      await someHistory(bank, extent.of(30, 3))
      const db = new Kysely<DB>({
        dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: bank.databaseUrl, max: 2 }) }),
      })
      try {
        const sealed = await sealHistory(db, 20_000)
        const whole = await verifyHistory(db)
        const rows = await bank.sql<{ id: string }>(
          `(SELECT id::text FROM change_history WHERE object_type = 'approver' AND action = 'UPDATE' ORDER BY id DESC LIMIT $1)
           UNION ALL (SELECT id::text FROM change_history WHERE object_type = 'approver' ORDER BY random() LIMIT $2)`,
          [extent.of(3, 1), extent.of(3, 0)],
        )
        const { tried, unseen } = await tryEdits(
          db,
          rows.map((row) => row.id),
        )
        const [missing] = await bank.sql<{ count: number }>(
          `SELECT count(*)::int AS count FROM approver a CROSS JOIN LATERAL (SELECT h.new_values ->> 'max_open' AS last FROM change_history h
            WHERE h.object_type = 'approver' AND h.object_id = a.id AND h.new_values ? 'max_open'
            ORDER BY h.id DESC LIMIT 1) h WHERE h.last IS DISTINCT FROM a.max_open::text`,
        )
        const faults = unseen.map((name) => `не замечено: ${name}`)
        if (whole.broken !== null)
          faults.push(`нетронутая история признана повреждённой: ${JSON.stringify(whole.broken)}`)
        if ((missing?.count ?? 0) > 0) faults.push(`изменений без истории: ${missing?.count}`)
        faults.push(...(await forbiddenToTheServer(bank)))
        return {
          measured: `${whole.rows} записей, ${whole.seals} печатей (сейчас запечатано ${sealed}); ${tried} правок в обход`,
          faults: firstOf(faults),
          control: { planted: `${tried} правок базы в обход продукта`, found: tried > unseen.length },
          notRun: ['после сбоя — в строках 6 и 7'],
        }
      } finally {
        await db.destroy()
      }
    },
  },
]
