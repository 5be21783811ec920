import type { Query } from '../database.ts'

/** Answers of the calls by which a decision is signed, as far as they are needed. */
interface Terms {
  readonly amount: string | null
  readonly termMonths: number | null
  readonly rate: string | null
}
interface Sheet {
  readonly stage: string
  readonly version: number
  readonly requested: Terms
  readonly ways: readonly { readonly action: string; readonly enabled: boolean }[]
}
interface Subjects {
  readonly subjects: readonly {
    readonly kind: string
    readonly id: number
    readonly seen: string
    readonly lack: string | null
  }[]
  readonly may: { readonly enabled: boolean }
}

/** Calls the server as whoever signs. */
export type Ask = <Answer>(path: string, body?: object) => Promise<Answer | null>

const comment = 'Доход подтверждён, долговая нагрузка в норме'

/** Says yes of everybody and everything that is still to be decided on; false where the person may not. */
async function decideSubjects(ask: Ask, id: number): Promise<boolean> {
  const sheet = await ask<Subjects>(`/underwriting/${id}/subjects`)
  if (sheet === null) return false
  const decisions = sheet.subjects
    .filter(({ lack }) => lack !== null)
    .map(({ kind, id: subject, seen }) => ({ subject: { kind, id: subject }, seen, code: 'POSITIVE' }))
  if (decisions.length === 0) return true
  return sheet.may.enabled && (await ask(`/underwriting/${id}/subjects`, { decisions })) !== null
}

/** What an approval of the terms asked for is signed with; null where the person may not approve them. */
async function approvalOf(ask: Ask, id: number): Promise<object | null> {
  if (!(await decideSubjects(ask, id))) return null
  const sheet = await ask<Sheet>(`/underwriting/${id}/decisions`)
  if (!sheet?.ways.some(({ action, enabled }) => action === 'approve' && enabled)) return null
  const line = await ask<{ readonly line: { readonly lacks: readonly string[] } }>(
    `/underwriting/${id}/evaluate`,
    sheet.requested,
  )
  if (line === null || line.line.lacks.length > 0) return null
  return { action: 'approve', version: sheet.version, ...sheet.requested, comment }
}

/** Copies of the cases of the demo bank whose approval stands open, so many of them. */
async function findCandidates(sql: Query, lastOwn: number): Promise<number[][]> {
  const rows = await sql<{ ids: number[] }>(
    `SELECT array_agg(f.id ORDER BY f.id) AS ids FROM case_file f
     WHERE f.stage = 'UNDERWRITING' AND f.id > $1
     GROUP BY f.type, f.amount, f.partner_id, split_part(f.number, '-', 3) ORDER BY min(f.id)`,
    [lastOwn],
  )
  return rows.map(({ ids }) => ids)
}

/** Signs approvals one after another; answers how long each took, milliseconds. What comes before the signature is not counted. */
export async function measureSigning(
  sql: Query,
  ask: Ask,
  { lastOwn, count }: { readonly lastOwn: number; readonly count: number },
): Promise<number[]> {
  const milliseconds: number[] = []
  // A few of each, so that many different cases are signed.
  for (const ids of await findCandidates(sql, lastOwn))
    for (const id of ids.slice(0, 5)) {
      const body = await approvalOf(ask, id)
      if (body === null) break
      const begun = performance.now()
      const signed = await ask(`/underwriting/${id}/decisions`, body)
      const took = performance.now() - begun
      if (signed === null) break
      milliseconds.push(took)
      if (milliseconds.length === count) return milliseconds
    }
  return milliseconds
}
