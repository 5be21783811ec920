import type pg from 'pg'

/** Tables from which nothing is ever taken away: a restored bank has at least as much. */
const onlyGrowing = ['change_history', 'history_seal', 'case_decision', 'stored_object'] as const
/** What people ask about first. */
const told = ['partner', 'employee', 'case_file', 'document'] as const

export interface BankState {
  readonly chain: {
    readonly history: { id: string; hash: string } | null
    readonly seal: { id: string; hash: string } | null
  }
  readonly counts: Record<string, number>
}

const headOf = async (client: pg.Client, table: string) =>
  (
    await client.query<{ id: string; hash: string }>(
      `SELECT id::text AS id, encode(hash, 'hex') AS hash FROM ${table} ORDER BY ${table}.id DESC LIMIT 1`,
    )
  ).rows[0] ?? null

/** The ends of the chains and how many rows there are, all of one moment. */
export async function readState(client: pg.Client): Promise<BankState> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  try {
    const counts: Record<string, number> = {}
    for (const table of [...onlyGrowing, ...told]) {
      const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`)
      counts[table] = rows[0]?.count ?? 0
    }
    return {
      chain: { history: await headOf(client, 'change_history'), seal: await headOf(client, 'history_seal') },
      counts,
    }
  } finally {
    await client.query('COMMIT')
  }
}

/** What a restored bank lacks of what the archive says was there; empty: nothing. */
export async function lackOf(client: pg.Client, then: BankState, now: BankState): Promise<string[]> {
  const lacks: string[] = []
  for (const [table, head] of [
    ['change_history', then.chain.history],
    ['history_seal', then.chain.seal],
  ] as const) {
    if (head === null) continue
    const { rows } = await client.query<{ hash: string }>(
      `SELECT encode(hash, 'hex') AS hash FROM ${table} WHERE id = $1`,
      [head.id],
    )
    if (rows[0]?.hash !== head.hash)
      lacks.push(`конца цепочки ${table} (№ ${head.id}), который подписан в архиве, нет или он другой`)
  }
  for (const table of onlyGrowing) {
    const [had = 0, has = 0] = [then.counts[table], now.counts[table]]
    if (has < had) lacks.push(`в ${table} ${has} строк, а в архиве ${had}`)
  }
  return lacks
}
